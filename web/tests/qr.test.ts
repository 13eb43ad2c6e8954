import { describe, expect, it } from 'vitest';
import { qr } from '../src/lib/qr';

/** Reads a code back: format, mask, zigzag, interleaving. Errors are not corrected. */
function read(modules: boolean[][]): string {
  const size = modules.length;
  const version = (size - 17) / 4;
  const at = (x: number, y: number) => Number(modules[y]![x]);
  // Bits 10 to 12 of the format name the mask; they stand left of the upper left finder.
  const format = [2, 3, 4].map((x) => at(x, 8)).reduce((sum, bit) => sum * 2 + bit, 0);
  const mask = format ^ 0b101;
  const masks: ((x: number, y: number) => boolean)[] = [
    (x, y) => (x + y) % 2 === 0,
    (_, y) => y % 2 === 0,
    (x) => x % 3 === 0,
    (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
    (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
    (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
  ];
  const centre = size - 7;
  const fixed = (x: number, y: number) =>
    x === 6 ||
    y === 6 ||
    (x < 9 && y < 9) ||
    (x > size - 9 && y < 9) ||
    (x < 9 && y > size - 9) ||
    (version > 1 && Math.abs(x - centre) < 3 && Math.abs(y - centre) < 3);
  const bits: number[] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) {
        if (!fixed(x, y)) bits.push(at(x, y) ^ Number(masks[mask]!(x, y)));
      }
    }
  }
  // Up to version 3 there is one block, so that the data come first and in order.
  const number = (from: number, length: number) =>
    bits.slice(from, from + length).reduce((sum, bit) => sum * 2 + bit, 0);
  expect(number(0, 4)).toBe(4);
  const length = number(4, 8);
  return String.fromCharCode(...Array.from({ length }, (_, i) => number(12 + i * 8, 8)));
}

describe('a QR code', () => {
  it.each(['hkmprt', 'http://192.168.1.7/HKM', 'http://192.168.178.42:8000/HKMPRT'])(
    'is read as %s',
    (text) => expect(read(qr(text))).toBe(text),
  );

  it('grows with its text, up to the longest possible address', () => {
    expect(qr('a').length).toBe(21);
    expect(qr('a'.repeat(213)).length).toBe(57);
    const [host, path, seat] = ['h'.repeat(253), 'p'.repeat(255), 's'.repeat(146)];
    expect(qr(`https://${host}:65535/${path}#${seat}`).length).toBeGreaterThan(57);
  });
});
