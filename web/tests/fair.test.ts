import { describe, expect, it } from 'vitest';
import { commitment, first, keyOf, lucky, roll, verify } from '../src/fair/dice';
import { bytes, hex } from '../src/fair/hex';
import { hmac, sha256 } from '../src/fair/sha256';
import type { Fair } from '../src/protocol';

const text = (value: string) => new TextEncoder().encode(value);

describe('SHA-256 (FIPS 180-4)', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('of %.20s', (message, digest) => {
    expect(hex(sha256(text(message)))).toBe(digest);
  });

  it('agrees with WebCrypto at every length round the ends of blocks', async () => {
    for (let length = 50; length < 140; length++) {
      const message = Uint8Array.from({ length }, (_, i) => (i * 7 + length) % 256);
      const expected = new Uint8Array(await crypto.subtle.digest('SHA-256', message));
      expect(hex(sha256(message))).toBe(hex(expected));
    }
  });
});

describe('HMAC-SHA-256 (RFC 4231)', () => {
  it.each([
    [
      '0b'.repeat(20),
      'Hi There',
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    ],
    [
      hex(text('Jefe')),
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      'aa'.repeat(131),
      'Test Using Larger Than Block-Size Key - Hash Key First',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('with key %.8s', (key, message, digest) => {
    expect(hex(hmac(bytes(key), text(message)))).toBe(digest);
  });
});

describe('the dice', () => {
  const secret = '11'.repeat(32);
  const parts: [number, string][] = [
    [0, 'aa'.repeat(32)],
    [2, 'bc'.repeat(32)],
  ];
  const key = keyOf(secret, 'HKMPRT-1', parts);

  // From the server's own implementation.
  it('are those of the server', () => {
    expect(hex(key)).toBe('1f54b6febb6841dd5f3296c598fe79e8209f05759fbdb6a16d3568a1fe95437e');
    expect(first(key, 3)).toBe(1);
    expect([1, 2, 3, 40].map((turn) => roll(key, turn, 6).join(''))).toEqual([
      '261211',
      '225341',
      '145462',
      '142616',
    ]);
    expect([1, 2, 3].map((turn) => roll(key, turn, 8).join(''))).toEqual([
      '643615',
      '288116',
      '361486',
    ]);
  });

  const fair: Fair = {
    game: 'HKMPRT-1',
    commitment: commitment(secret),
    secret,
    reveal: true,
    parts: [
      ...parts.map(([seat, part]) => ({
        seat,
        commitment: commitment(part),
        part,
        excused: false,
      })),
      { seat: 1, commitment: null, part: null, excused: true },
    ],
    drawn: true,
    restarts: 0,
  };
  const classic = [{ lucky: [] }, { lucky: [] }, { lucky: [] }];
  const result = { first: 1, rolls: ['26/1211', '22/53.1'] };

  it('check out, also where a die has left the game', () => {
    expect(verify(fair, result, 6, classic)).toEqual({ fine: true, rolls: 2 });
  });

  it('deal the lucky numbers of Longo', () => {
    const secret = Uint8Array.from({ length: 32 }, (_, i) => i);
    const part = (from: number) => hex(secret.map((_, i) => from + i));
    const drawn = keyOf(hex(secret), 'CDFGHJ-1', [
      [0, part(32)],
      [2, part(64)],
    ]);
    // As in docs/fair-dice.md.
    expect(lucky(drawn, 3)).toEqual([
      [10, 13],
      [6, 7],
      [8, 13],
    ]);
    const cards = lucky(key, 3).map((pair) => ({ lucky: pair }));
    const rolls = ['64/3615'];
    expect(verify(fair, { first: 1, rolls }, 8, cards)).toMatchObject({ fine: true });
    cards[1] = { lucky: [2, 16] };
    const verdict = verify(fair, { first: 1, rolls }, 8, cards);
    expect(verdict).toEqual({ fine: false, fault: 'lucky', at: 2 });
  });

  it.each([
    ['a changed roll', fair, { ...result, rolls: ['26/1211', '22/53.2'] }, 'roll'],
    ['another secret', { ...fair, secret: '12'.repeat(32) }, result, 'secret'],
    ['a secret kept back', { ...fair, secret: null }, result, 'unsealed'],
    ['another first player', fair, { ...result, first: 0 }, 'first'],
    [
      'another part',
      { ...fair, parts: [{ ...fair.parts[0]!, part: 'ab'.repeat(32) }, fair.parts[1]!] },
      result,
      'part',
    ],
  ] as const)('catch %s', (_, claimed, shown, fault) => {
    const verdict = verify(claimed as Fair, { ...shown, rolls: [...shown.rolls] }, 6, classic);
    expect(verdict).toMatchObject({ fine: false, fault });
  });
});
