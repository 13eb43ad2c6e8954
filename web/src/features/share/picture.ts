/*
 * Draws results as pictures of 1200 × 630, the size that messengers show beside a link. They look the
 * same in both themes, and need no server.
 */

import { at } from '../../lib/itemAt';
import { brushFor } from '../../ui/icons/brush';
import { SYMBOLS } from '../../ui/icons/shapes';
import type { Card, Colour, Layout } from '../../protocol';
import { signed } from '../../i18n';

export const WIDTH = 1200;
export const HEIGHT = 630;

const TRAY = '#40332d';
const CREAM = '#fff3df';
const MUTED = '#d3c3ac';
const INK = '#2b2320';
const LEFT = 72;
const BANDS: Record<Colour, string> = { r: '#cf4a3e', y: '#f1b733', g: '#479a5e', b: '#3f77bf' };
const DICE: Record<Colour, string> = { r: '#d9534a', y: '#f4bc3c', g: '#43a35f', b: '#4a86d6' };

type Context = CanvasRenderingContext2D;

function rounded(c: Context, x: number, y: number, width: number, height: number, radius: number) {
  c.beginPath();
  c.roundRect(x, y, width, height, radius);
}

function write(c: Context, text: string, x: number, y: number, size: number, more = '') {
  c.font = `${more || '500'} ${size}px Gabarito, system-ui, sans-serif`;
  c.fillText(text, x, y);
  return c.measureText(text).width;
}

/** A text no wider than that, smaller if need be. */
function fit(
  c: Context,
  text: string,
  x: number,
  y: number,
  size: number,
  wide: number,
  more = '',
) {
  let fitting = size;
  do c.font = `${more || '500'} ${fitting}px Gabarito, system-ui, sans-serif`;
  while (c.measureText(text).width > wide && (fitting -= 2) > 14);
  c.fillText(text, x, y);
}

/** A path in a box of `box` × `box`, put into a square. */
function shape(c: Context, path: string, x: number, y: number, size: number, box: number) {
  c.save();
  c.translate(x, y);
  c.scale(size / box, size / box);
  c.fill(new Path2D(path), box === 24 ? 'evenodd' : 'nonzero');
  c.restore();
}

function cross(c: Context, x: number, y: number, size: number, row: number, column: number) {
  for (const stroke of brushFor(row, column).strokes) shape(c, stroke, x, y, size, 100);
}

/** The leather of the tray, its seam, and the name of the game. */
function ground(c: Context) {
  c.textAlign = 'left';
  c.textBaseline = 'alphabetic';
  c.fillStyle = TRAY;
  c.fillRect(0, 0, WIDTH, HEIGHT);
  c.strokeStyle = '#ffffff3d';
  c.lineWidth = 2;
  c.setLineDash([8, 7]);
  rounded(c, 20, 20, WIDTH - 40, HEIGHT - 40, 34);
  c.stroke();
  c.setLineDash([]);
  (['r', 'y', 'g', 'b'] as const).forEach((colour, i) => {
    c.fillStyle = DICE[colour];
    rounded(c, LEFT, 60 + 16 * i, 60, 14, 6);
    c.fill();
  });
  c.fillStyle = CREAM;
  c.strokeStyle = CREAM;
  cross(c, LEFT - 1, 59, 64, 0, 2);
  c.fillStyle = CREAM;
  write(c, 'Qwixx', LEFT + 80, 112, 58, '800');
}

function die(c: Context, x: number, y: number, turn: number, colour: Colour | null) {
  const size = 104;
  c.save();
  c.translate(x, y);
  c.rotate(turn);
  c.fillStyle = '#00000040';
  rounded(c, -size / 2 + 2, -size / 2 + 8, size, size, 24);
  c.fill();
  c.fillStyle = colour ? DICE[colour] : '#fffdf7';
  rounded(c, -size / 2, -size / 2, size, size, 24);
  c.fill();
  c.fillStyle = colour === 'y' ? '#33230a' : colour ? '#fff' : INK;
  if (colour) shape(c, SYMBOLS[colour], -30, -30, 60, 24);
  else {
    c.textAlign = 'center';
    write(c, '?', 0, 24, 68, '800');
    c.textAlign = 'left';
  }
  c.restore();
}

const SCATTERED: [number, number, number, Colour | null][] = [
  [810, 140, -0.12, 'r'],
  [950, 128, 0.06, null],
  [1088, 146, 0.12, 'g'],
  [796, 274, 0.08, 'y'],
  [938, 280, -0.06, null],
  [1078, 272, 0.05, 'b'],
];

export function dayPicture(
  c: Context,
  day: {
    title: string;
    points: number;
    unit: string;
    standing: string;
    /** For each choice whether it was as good as the best; nothing says which it was. */
    good: boolean[];
    goodText: string;
    invitation: string;
  },
): void {
  ground(c);
  for (const [x, y, turn, colour] of SCATTERED) die(c, x, y, turn, colour);
  c.fillStyle = MUTED;
  fit(c, day.title, LEFT, 168, 34, 620);
  c.fillStyle = CREAM;
  const wide = write(c, signed(day.points), LEFT - 4, 346, 186, '800');
  write(c, day.unit, LEFT + wide + 14, 346, 54, '700');
  fit(c, day.standing, LEFT, 436, 40, WIDTH - 2 * LEFT, '700');
  const pitch = Math.min(45, (WIDTH - 2 * LEFT) / Math.max(1, day.good.length));
  day.good.forEach((good, i) => {
    const x = LEFT + i * pitch;
    rounded(c, x, 466, pitch - 6, 46, 9);
    if (good) {
      c.fillStyle = CREAM;
      c.fill();
      c.fillStyle = INK;
      cross(c, x + (pitch - 6) / 2 - 14, 475, 28, 1, i);
    } else {
      c.strokeStyle = '#a8937f';
      c.lineWidth = 3;
      c.stroke();
    }
  });
  c.fillStyle = MUTED;
  fit(c, day.goodText, LEFT, 564, 30, 480);
  c.fillStyle = CREAM;
  c.textAlign = 'right';
  fit(c, day.invitation, WIDTH - LEFT, 564, 30, 560, '700');
  c.textAlign = 'left';
}

export interface Shown {
  name: string;
  card: Card;
  place: string;
}

/** Draws the end of a game: the winner, and all cards with their crosses. */
export function resultPicture(
  c: Context,
  {
    headline,
    ending,
    seats,
    layout,
  }: {
    headline: string;
    ending: string;
    /** The best first. */
    seats: Shown[];
    layout: Layout;
  },
): void {
  ground(c);
  c.fillStyle = CREAM;
  fit(c, headline, LEFT, 190, 58, WIDTH - 2 * LEFT, '800');
  c.fillStyle = MUTED;
  fit(c, ending, LEFT, 232, 28, WIDTH - 2 * LEFT);
  const columns = seats.length < 3 ? seats.length : seats.length === 4 ? 2 : 3;
  const rows = Math.ceil(seats.length / columns);
  const wide = (WIDTH - 2 * LEFT - 24 * (columns - 1)) / columns;
  const high = (HEIGHT - 262 - 54 - 16 * (rows - 1)) / rows;
  seats.forEach((seat, i) => {
    const x = LEFT + (i % columns) * (wide + 24);
    const y = 258 + Math.floor(i / columns) * (high + 16);
    drawCard(c, seat, layout, x, y, Math.min(wide, 760), high);
  });
}

/** Draws the standings of an evening: places, names, wins as crosses, and sums. */
export function eveningPicture(
  c: Context,
  {
    title,
    text,
    heads,
    lines,
  }: {
    title: string;
    text: string;
    /** Of the wins and the sums. */
    heads: [string, string];
    /** The best first. */
    lines: { place: number; name: string; wins: number; points: number }[];
  },
): void {
  ground(c);
  c.fillStyle = CREAM;
  fit(c, title, LEFT, 196, 58, 700, '800');
  c.fillStyle = MUTED;
  fit(c, text, LEFT, 240, 30, 500);
  const [right, wins] = [WIDTH - LEFT, 760];
  write(c, heads[0], wins, 240, 30);
  c.textAlign = 'right';
  write(c, heads[1], right, 240, 30);
  const pitch = Math.min(72, (HEIGHT - 300) / lines.length);
  const size = pitch * 0.62;
  lines.forEach(({ place, name, wins: won, points }, i) => {
    const y = 260 + pitch * (i + 0.78);
    c.textAlign = 'left';
    c.fillStyle = CREAM;
    fit(c, `${place}. ${name}`, LEFT, y, size, wins - LEFT - 30, i ? '500' : '800');
    const step = Math.min(size * 1.1, (right - wins - 180) / Math.max(1, won));
    for (let k = 0; k < won; k++) cross(c, wins + k * step, y - size * 0.8, size * 0.95, i, k);
    c.textAlign = 'right';
    write(c, signed(points), right, y, size, '800');
  });
  c.textAlign = 'left';
}

function drawCard(
  c: Context,
  { name, card, place }: Shown,
  layout: Layout,
  x: number,
  y: number,
  wide: number,
  high: number,
) {
  c.fillStyle = CREAM;
  const size = Math.min(34, high / 5);
  fit(c, `${place} ${name}`.trim(), x, y + size, size, wide - 110, '700');
  c.textAlign = 'right';
  write(c, signed(card.total), x + wide, y + size * 1.1, size * 1.3, '800');
  c.textAlign = 'left';
  const top = y + size * 1.5;
  const row = (high - size * 1.5) / 4;
  const count = at(layout.rows, 0).numbers.length + 1;
  card.rows.forEach(({ marks, locked }, r) => {
    const { colour, colours, numbers } = at(layout.rows, r);
    const cell = wide / count;
    numbers.forEach((number, k) => {
      const left = x + k * cell;
      c.fillStyle = BANDS[(colours[k] as Colour | undefined) ?? colour];
      c.globalAlpha = marks[k] === '-' ? 0.35 : 1;
      rounded(c, left, top + r * row, cell - 2, row - 4, 5);
      c.fill();
      c.globalAlpha = 1;
      if (marks[k] === '-') return;
      c.fillStyle = marks[k] === 'x' ? '#fffdf7' : '#ffffffd9';
      rounded(c, left + 2, top + r * row + 2, cell - 6, row - 8, 4);
      c.fill();
      c.fillStyle = INK;
      const box = Math.min(cell, row) - 8;
      if (marks[k] === 'x') {
        cross(c, left + (cell - 2 - box) / 2, top + r * row + (row - 4 - box) / 2, box, r, k);
      } else {
        c.textAlign = 'center';
        c.fillStyle = '#655a50';
        write(
          c,
          String(number),
          left + cell / 2 - 1,
          top + r * row + row / 2 + 4,
          box * 0.55,
          '700',
        );
        c.textAlign = 'left';
      }
    });
    const middle = x + (count - 0.5) * cell;
    c.beginPath();
    c.arc(middle, top + r * row + row / 2 - 2, Math.min(cell, row) / 2 - 4, 0, 7);
    c.fillStyle = locked ? CREAM : BANDS[colour];
    c.fill();
    if (locked) {
      c.fillStyle = INK;
      const box = Math.min(cell, row) - 14;
      cross(c, middle - box / 2, top + r * row + row / 2 - 2 - box / 2, box, r, count);
    }
  });
}
