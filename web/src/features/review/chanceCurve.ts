/* A reviewed game as the picture of the chances needs it: one point a turn for every seat. */

import { at } from '../../lib/itemAt';
import type { Colour, Frame, ReviewChoice, ReviewedGame } from '../../protocol';

export interface Course {
  /** The last turn. */
  turns: number;
  /** [seat][turn]: the chances after that turn; 0 is the start. */
  values: number[][];
  /** What the scale must hold. */
  top: number;
  closings: { turn: number; colours: Colour[]; by: number[] }[];
  misthrows: { turn: number; seat: number }[];
}

export function courseOf({ review, frames, players }: ReviewedGame): Course {
  const turns = Math.max(1, frames.at(-1)?.turn ?? 1);
  const values = players.map(() => new Array<number>(turns + 1).fill(0));
  for (const step of review.chances) {
    // A turn that was not played to its end counts as far as it goes.
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

/** The choices of a seat that mattered most, in the order of the game. */
export function momentsOf(choices: ReviewChoice[], seat: number, most = 3): ReviewChoice[] {
  return choices
    .filter((choice) => choice.seat === seat && choice.grade !== 'best')
    .sort((a, b) => b.cost - a.cost)
    .slice(0, most)
    .sort((a, b) => a.turn - b.turn || Number(b.phase === 'white') - Number(a.phase === 'white'));
}

/** The table at which a choice was made: after the throw, or after the white phase. */
export function tableBefore(frames: Frame[], turn: number, phase: 'white' | 'colour'): Frame {
  const step = phase === 'white' ? 'roll' : 'white';
  const found = frames.find((frame) => frame.turn === turn && frame.step === step);
  return found ?? at(frames, 0);
}

/** The table at the end of a turn. */
export function tableAfter(frames: Frame[], turn: number): Frame {
  return frames.findLast((frame) => frame.turn <= Math.max(1, turn)) ?? at(frames, 0);
}
