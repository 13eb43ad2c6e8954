import { describe, expect, it } from 'vitest';
import { first, keyOf, linesOf, lucky, roll, verify } from '../src/lib/fair/dice';
import { bytes, hex, isSecret } from '../src/lib/fair/hex';
import { commitment } from '../src/lib/fair/seal';
import { hmac, sha256 } from '../src/lib/fair/sha256';
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

describe('hex digits', () => {
  it.each(['01'.repeat(32) + '\n', '0A'.repeat(32), '01'.repeat(31), ' ' + '01'.repeat(32), null])(
    'are written in one way: %j',
    (text) => expect(isSecret(text)).toBe(false),
  );
  it('are read in one form only', () => {
    expect(() => bytes('0A')).toThrow();
    expect(() => bytes('01\n')).toThrow();
    expect(() => bytes('012')).toThrow();
  });
});

const SECRET = hex(Uint8Array.from({ length: 32 }, (_, i) => i));
const part = (from: number) => hex(Uint8Array.from({ length: 32 }, (_, i) => from + i));
const given = (seat: number, from: number) => ({
  seat,
  commitment: commitment(part(from)),
  part: part(from),
  excused: false,
});

/** The example of docs/fair-dice-specification.md. */
const FAIR: Fair = {
  scheme: 'qwixx-fair-2',
  game: 'CDFGHJ-1.1',
  commitment: commitment(SECRET),
  secret: SECRET,
  reveal: false,
  parts: [given(0, 32), given(2, 64), { seat: 3, commitment: null, part: null, excused: true }],
  first: null,
  restarts: [[3]],
};

describe('the dice', () => {
  const key = keyOf(SECRET, linesOf(FAIR, 'classic', 4));
  const long = keyOf(SECRET, linesOf(FAIR, 'longo', 4));
  const cards = (count: number) => Array.from({ length: count }, () => ({ lucky: [] as number[] }));

  it('agree with the example of the specification', () => {
    expect(hex(key)).toBe('5ae56d339a9b0c1c483518bdedaf5840ba84f18bea338cec011978f8bf34e11b');
    expect(hex(long)).toBe('e9d70c059be444b5e9cc17c0f71a01ed2071d3a2eac01c450b7b24018bb16856');
    expect(first(key, 4)).toBe(1);
    expect(roll(key, 1, 6).join('')).toBe('154251');
    expect(roll(key, 10, 6).join('')).toBe('133133');
    expect(roll(long, 1, 8).join('')).toBe('383312');
    expect(`${lucky(long, 4)}`).toBe('4,9,6,7,10,13,7,12');
  });

  const CLASSIC = { variant: 'classic', faces: 6 } as const;
  const LONGO = { variant: 'longo', faces: 8 } as const;
  const result = { first: 1, rolls: ['15/4251'] };

  it('check out, also if a die has left the game', () => {
    expect(verify(FAIR, result, CLASSIC, cards(4))).toEqual({ fine: true, rolls: 1 });
    const less = { ...result, rolls: ['15/42.1'] };
    expect(verify(FAIR, less, CLASSIC, cards(4))).toEqual({ fine: true, rolls: 1 });
  });

  it('deal the lucky numbers of Longo', () => {
    const dealt = lucky(long, 4).map((pair) => ({ lucky: pair }));
    const shown = { first: 1, rolls: ['38/3312'] };
    expect(verify(FAIR, shown, LONGO, dealt)).toMatchObject({ fine: true });
    dealt[1] = { lucky: [2, 16] };
    expect(verify(FAIR, shown, LONGO, dealt)).toEqual({ fine: false, fault: 'lucky', at: 2 });
  });

  it.each([
    ['a changed roll', {}, { rolls: ['15/4252'] }, 'roll'],
    ['a roll with less dice', {}, { rolls: ['15/425'] }, 'roll'],
    ['another secret', { secret: part(1) }, {}, 'secret'],
    ['a secret in capitals', { secret: SECRET.toUpperCase() }, {}, 'secret'],
    ['a secret kept back', { secret: null }, {}, 'unsealed'],
    ['another first player', {}, { first: 0 }, 'first'],
    ['a first player by wish', { game: 'CDFGHJ-2.1', first: 1 }, {}, 'roll'],
    ['a rematch of nothing', { first: 1 }, {}, 'history'],
    ['another part', { parts: [{ ...given(0, 32), part: part(33) }, given(2, 64)] }, {}, 'part'],
    ['a part in two ways', { parts: [{ ...given(0, 32), part: part(32) + '\n' }] }, {}, 'part'],
    ['a dropped part', { parts: [given(0, 32), FAIR.parts[2]!] }, {}, 'first'],
    ['nobody’s part', { parts: [] }, {}, 'nobody'],
    ['everybody excused', { parts: [FAIR.parts[2]!] }, {}, 'nobody'],
    ['a restart kept quiet', { restarts: [] }, {}, 'history'],
    ['a restart because of somebody else', { restarts: [[1]] }, {}, 'first'],
    ['a restart because of who did reveal', { restarts: [[0]] }, {}, 'history'],
    ['another way', { scheme: 'qwixx-fair-9' }, {}, 'scheme'],
  ] as [string, Partial<Fair>, Partial<typeof result>, string][])(
    'catch %s',
    (_, lie, shown, fault) => {
      const verdict = verify({ ...FAIR, ...lie }, { ...result, ...shown }, CLASSIC, cards(4));
      expect(verdict).toMatchObject({ fine: false, fault });
    },
  );
});
