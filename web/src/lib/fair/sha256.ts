/*
 * SHA-256 and HMAC in plain arithmetic (FIPS 180-4, RFC 2104). A plain-http page of a home network
 * has no WebCrypto, and must be able to check the dice, too.
 */

/** The first 32 bits of the fractional part of a root of each of the first `count` primes. */
function constants(count: number, root: (n: number) => number): Int32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) {
    if (primes.every((prime) => n % prime)) primes.push(n);
  }
  return Int32Array.from(primes, (prime) => {
    const value = root(prime);
    return ((value - Math.floor(value)) * 2 ** 32) | 0;
  });
}

const START = constants(8, Math.sqrt);
const ROUND = constants(64, Math.cbrt);

const BLOCK = 64;

export function sha256(message: Uint8Array): Uint8Array {
  const length = message.length;
  const padded = new Uint8Array(Math.ceil((length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  data.setUint32(padded.length - 4, length << 3);

  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  const rotate = (x: number, n: number) => (x >>> n) | (x << (32 - n));
  for (let at = 0; at < padded.length; at += BLOCK) {
    for (let i = 0; i < 16; i++) words[i] = data.getInt32(at + i * 4);
    for (let i = 16; i < 64; i++) {
      const [early, late] = [words[i - 15]!, words[i - 2]!];
      const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
      const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
      words[i] = words[i - 16]! + s0 + words[i - 7]! + s1;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let i = 0; i < 64; i++) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const first = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i]! + words[i]!) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = state[i]! + value));
  }

  const digest = new Uint8Array(32);
  state.forEach((value, i) => new DataView(digest.buffer).setInt32(i * 4, value));
  return digest;
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const join = (pad: number, rest: Uint8Array) => {
    const whole = new Uint8Array(BLOCK + rest.length);
    whole.set(block.map((byte) => byte ^ pad));
    whole.set(rest, BLOCK);
    return whole;
  };
  return sha256(join(0x5c, sha256(join(0x36, message))));
}
