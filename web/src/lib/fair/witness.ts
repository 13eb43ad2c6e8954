/*
 * The facts about the dice of a table that a browser stores. `observe` compares them with later views.
 */

export type Kind =
  | 'server' // its commitment or the restarts are not what they were
  | 'part' // a player's commitment is another one, or gone, or opens to something else
  | 'own' // the part of this browser is not in the dice
  | 'early' // the server asked for parts before all had sealed theirs
  | 'first' // another player begins than the one whose turn it is
  | 'drawn' // the first player of a rematch was drawn, as if the table had returned to the lobby
  | 'nobody' // no player's part is in the dice
  | 'ownLate' // … because it did not come in time, as the server says
  | 'late'
  | 'ownRestart' // re-sealed, because of this browser, as the server says
  | 'restart'
  | 'unfinished'; // the next game has begun before the end of the last one was seen

/** A message to the player. */
export interface Finding {
  kind: Kind;
  seats: number[];
}

/** The facts that were fixed once all commitments were in. */
export interface Complete {
  first: number | null;
  /** [seat, commitment]; the commitment of an excused player is empty. */
  parts: [number, string][];
}

export interface DiceWitness {
  game: string;
  commitment: string;
  restarts: number[][];
  complete: Complete | null;
  /** All was complete before anything was revealed to this browser, or to the one before it. */
  before: boolean;
  over: boolean;
  findings: Finding[];
  /** The seats that may begin; null stands for a draw. Without it, every seat may. */
  begins?: (number | null)[];
  /** The seat that begins a rematch, once the game is over. */
  next?: number;
  /** The fingerprint of another device's witness, in place of all the rest. */
  print?: string;
}

/** Returns the witness of a browser that takes over a seat from another one. */
export function witnessFromLink(game: string, print: string): DiceWitness {
  const nothing = { commitment: '', restarts: [], complete: null, findings: [] };
  return { ...nothing, game, print, before: true, over: false };
}
