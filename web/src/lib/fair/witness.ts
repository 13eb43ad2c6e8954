/*
 * What a browser keeps of the dice of a table, to compare it with what it is shown later. `pins`
 * compares.
 */

export type Kind =
  | 'server' // its commitment or the restarts are not what they were
  | 'part' // a player's commitment is another one, or gone, or opens to something else
  | 'own' // what this browser has sealed is not in the dice
  | 'early' // the server asked for parts before all had sealed theirs
  | 'first' // another player begins than the one whose turn it is
  | 'drawn' // the first player of a rematch was drawn, as if the table had been opened anew
  | 'nobody' // no player's part is in the dice
  | 'ownLate' // … because it did not come in time, as the server says
  | 'late'
  | 'ownRestart' // sealed anew, because of this browser, as the server says
  | 'restart'
  | 'unfinished'; // the next game has begun before the end of the last one was seen

/** Something that the player is told. */
export interface Finding {
  kind: Kind;
  seats: number[];
}

/** What was fixed once all commitments were in. */
export interface Complete {
  first: number | null;
  /** [seat, commitment]; the commitment is empty for who is left out. */
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
  /** The seats that may begin; null among them: by lot. Nothing: nobody knows. */
  begins?: (number | null)[];
  /** Once it is over: who begins a rematch. */
  next?: number;
  /** From another device, in place of all the rest: the fingerprint of what it has seen. */
  print?: string;
}

/** What a browser knows that has a seat from another one. */
export function witnessFromLink(game: string, print: string): DiceWitness {
  const nothing = { commitment: '', restarts: [], complete: null, findings: [] };
  return { ...nothing, game, print, before: true, over: false };
}
