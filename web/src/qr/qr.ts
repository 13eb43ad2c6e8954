/*
 * QR codes (ISO/IEC 18004): byte mode, error correction level M, versions 1 to 10. That holds
 * 213 bytes, more than any of our links.
 */

type Grid = (boolean | undefined)[][];

/** Per version from 1: error correction bytes in a block, and data bytes of each block. */
const BLOCKS: [number, number[]][] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
/** Centres of the alignment patterns. */
const ALIGN = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

/** The dark modules of the code for `text`, line by line. */
export function qr(text: string): boolean[][] {
  const data = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, i) => capacity(i + 1) >= data.length) + 1;
  if (!version) throw new RangeError('too long for a QR code');
  const frame = patterns(version);
  const bits = codewords(data, version).flatMap((byte) =>
    Array.from({ length: 8 }, (_, i) => !!((byte >> (7 - i)) & 1)),
  );
  const masked = MASKS.map((mask, i) => fill(frame, bits, mask, i));
  return masked.reduce((best, next) => (penalty(next) < penalty(best) ? next : best));
}

function capacity(version: number): number {
  const total = BLOCKS[version - 1]![1].reduce((sum, n) => sum + n, 0);
  return total - (version < 10 ? 2 : 3);
}

/** Data and error correction, interleaved. */
function codewords(data: Uint8Array, version: number): number[] {
  const [correction, sizes] = BLOCKS[version - 1]!;
  const total = sizes.reduce((sum, n) => sum + n, 0);
  // Mode 0100, then the length in 8 bits (16 from version 10), so bytes sit half a byte off.
  const length = version < 10 ? [data.length] : [data.length >> 8, data.length & 255];
  const stream = [...length, ...data];
  const padded: number[] = [];
  let half = 4;
  for (const byte of [...stream, 0]) {
    padded.push((half << 4) | (byte >> 4));
    half = byte & 15;
  }
  for (let i = 0; padded.length < total; i++) padded.push(i % 2 ? 0x11 : 0xec);

  let at = 0;
  const blocks = sizes.map((size) => padded.slice(at, (at += size)));
  const checks = blocks.map((block) => remainder(block, correction));
  const weave = (lists: number[][]) =>
    Array.from({ length: Math.max(...lists.map((l) => l.length)) }, (_, i) =>
      lists.flatMap((l) => (i < l.length ? [l[i]!] : [])),
    ).flat();
  return [...weave(blocks), ...weave(checks)];
}

/** Multiplication in the field of 256 elements with polynomial 0x11d. */
function times(a: number, b: number): number {
  let product = 0;
  for (; b; b >>= 1, a = (a << 1) ^ (a & 128 ? 0x11d : 0)) if (b & 1) product ^= a;
  return product;
}

/** Reed-Solomon: the remainder by (x - 1)(x - 2)(x - 4) … */
function remainder(block: number[], degree: number): number[] {
  let generator = [1];
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2)) {
    const next = [...generator, 0];
    generator.forEach((factor, j) => (next[j + 1] = next[j + 1]! ^ times(factor, root)));
    generator = next;
  }
  const rest = [...block, ...Array<number>(degree).fill(0)];
  for (let i = 0; i < block.length; i++) {
    const lead = rest[i]!;
    generator.forEach((factor, j) => (rest[i + j] = rest[i + j]! ^ times(factor, lead)));
  }
  return rest.slice(block.length);
}

/** Everything that is not data; undefined where data goes. */
function patterns(version: number): Grid {
  const size = version * 4 + 17;
  const grid: Grid = Array.from({ length: size }, () => Array<undefined>(size).fill(undefined));
  const set = (x: number, y: number, dark: boolean) => {
    if (grid[y] && x >= 0 && x < size) grid[y][x] = dark;
  };
  const square = (cx: number, cy: number, radius: number, light: number[]) => {
    for (let y = -radius; y <= radius; y++) {
      for (let x = -radius; x <= radius; x++) {
        set(cx + x, cy + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
      }
    }
  };
  for (let i = 8; i < size - 8; i++) {
    set(i, 6, i % 2 === 0);
    set(6, i, i % 2 === 0);
  }
  const centres = ALIGN[version - 1]!;
  const end = centres.length - 1;
  centres.forEach((x, i) =>
    centres.forEach((y, j) => {
      const corner = (i === 0 && (j === 0 || j === end)) || (i === end && j === 0);
      if (!corner) square(x, y, 2, [1]);
    }),
  );
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, [2, 4]);
  format(set, size, 0);
  if (version >= 7) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const code = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const dark = !!((code >> i) & 1);
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      set(a, b, dark);
      set(b, a, dark);
    }
  }
  return grid;
}

/** Level M and the number of the mask, twice, round the corners. */
function format(set: (x: number, y: number, dark: boolean) => void, size: number, mask: number) {
  let rest = mask;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const code = ((mask << 10) | rest) ^ 0x5412;
  const bit = (i: number) => !!((code >> i) & 1);
  for (let i = 0; i < 15; i++) {
    const near = i < 6 ? i : i < 8 ? i + 1 : i < 9 ? 7 : 14 - i;
    if (i < 8) set(8, near, bit(i));
    else set(near, 8, bit(i));
    if (i < 8) set(size - 1 - i, 8, bit(i));
    else set(8, size - 15 + i, bit(i));
  }
  set(8, size - 8, true);
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Data goes up and down in columns two wide, from the right, leaving out the timing column. */
function fill(
  frame: Grid,
  bits: boolean[],
  mask: (x: number, y: number) => boolean,
  number: number,
): boolean[][] {
  const size = frame.length;
  const grid = frame.map((line) => [...line]);
  let at = 0;
  for (let pair = 0, right = size - 1; right > 0; pair++, right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const y = pair % 2 ? i : size - 1 - i;
      for (const x of [right, right - 1]) {
        if (frame[y]![x] !== undefined) continue;
        grid[y]![x] = (bits[at++] ?? false) !== mask(x, y);
      }
    }
  }
  format((x, y, dark) => (grid[y]![x] = dark), size, number);
  return grid as boolean[][];
}

/** How hard a code is to read: long runs, squares, false finders, imbalance. */
function penalty(grid: boolean[][]): number {
  const size = grid.length;
  const columns = grid.map((_, x) => grid.map((line) => line[x]!));
  let sum = 0;
  for (const line of [...grid, ...columns]) {
    const text = line.map((dark) => (dark ? '1' : '0')).join('');
    for (const run of text.match(/1{5,}|0{5,}/g) ?? []) sum += run.length - 2;
    sum += 40 * (text.match(/(?=10111010000|00001011101)/g)?.length ?? 0);
  }
  for (let y = 1; y < size; y++) {
    for (let x = 1; x < size; x++) {
      const dark = grid[y]![x];
      if (dark === grid[y - 1]![x] && dark === grid[y]![x - 1] && dark === grid[y - 1]![x - 1]) {
        sum += 3;
      }
    }
  }
  const share = grid.flat().filter(Boolean).length / size ** 2;
  return sum + 10 * Math.floor(Math.abs(share * 100 - 50) / 5);
}
