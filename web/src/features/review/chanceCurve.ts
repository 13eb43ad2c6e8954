/* A reviewed game as its curves need it: one point for each turn and seat. */

import { at } from '../../lib/itemAt';
import type { Colour, Frame, ReviewChoice, ReviewedGame } from '../../protocol';

export interface ChanceCurve {
  /** The last turn. */
  turns: number;
  /** [seat][turn]: the chances after that turn; 0 is the start. */
  values: number[][];
  /** The highest value of the scale. */
  top: number;
  closings: { turn: number; colours: Colour[]; by: number[] }[];
  misthrows: { turn: number; seat: number }[];
}

export function chanceCurve({ review, frames, players }: ReviewedGame): ChanceCurve {
  const turns = Math.max(1, frames.at(-1)?.turn ?? 1);
  const values = players.map(() => new Array<number>(turns + 1).fill(0));
  for (const step of review.chances) {
    // An unfinished turn counts with the chances after its last step.
    const turn = step.after === 'start' ? step.turn - 1 : step.turn;
    if (turn > turns) continue;
    step.shares.forEach((share, seat) => (at(values, seat)[turn] = share));
  }
  const closed = frames.at(-1)?.closed ?? [];
  const closings = [...new Set(closed.map((row) => row.turn))].map((turn) => {
    const rows = closed.filter((row) => row.turn === turn);
    return {
      turn,
      colours: rows.map((row) => row.colour),
      by: [...new Set(rows.flatMap((row) => row.by))],
    };
  });
  const misthrows = frames
    .filter((frame) => frame.misthrow)
    .map((frame) => ({ turn: frame.turn, seat: frame.active }));
  const top = review.unit === 'share' ? 1 : Math.max(1, ...values.flat());
  return { turns, values, top, closings, misthrows };
}

/** Returns the choices of a player that cost most, in the order of the game. */
export function keyChoicesOf(choices: ReviewChoice[], most = 3): ReviewChoice[] {
  return choices
    .filter((choice) => choice.grade !== 'best')
    .sort((a, b) => b.cost - a.cost)
    .slice(0, most)
    .sort((a, b) => a.turn - b.turn || Number(b.phase === 'white') - Number(a.phase === 'white'));
}

/** Returns the table at which a choice was made: after the roll, or after the white phase. */
export function tableBefore(frames: Frame[], turn: number, phase: 'white' | 'colour'): Frame {
  const step = phase === 'white' ? 'roll' : 'white';
  const found = frames.find((frame) => frame.turn === turn && frame.step === step);
  return found ?? at(frames, 0);
}

/** Returns the table at the end of a turn. */
export function tableAfter(frames: Frame[], turn: number): Frame {
  return frames.findLast((frame) => frame.turn <= Math.max(1, turn)) ?? at(frames, 0);
}
