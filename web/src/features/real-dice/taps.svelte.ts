/* Real dice that others are entering just now, as far as they have come. Nothing keeps them. */

import type { PlayingView, Tapped } from '../../protocol';

interface Seen extends Tapped {
  game: string;
}

/** In the order in which the players began. */
let taps = $state.raw<Seen[]>([]);

/** Stores the taps of a player in place of that player's earlier ones. */
export function noteTap({ game }: PlayingView, tapped: Tapped): void {
  const seen = { ...tapped, game: game.id };
  const before = taps.filter((each) => each.game === seen.game && each.turn === seen.turn);
  const known = before.some(({ seat }) => seat === seen.seat);
  taps = known ? before.map((each) => (each.seat === seen.seat ? seen : each)) : [...before, seen];
}

/** Returns the taps of others; none once the dice of this turn are there. */
export function tapsAt({ game, real, seats }: PlayingView): Tapped[] {
  if (!real || real.entered) return [];
  return taps.filter(
    ({ game: id, turn, seat, roll }) =>
      id === game.id &&
      turn === game.turn &&
      /\d/.test(roll) &&
      (seat === null || seats[seat]?.presence === 'here'),
  );
}

/** The faces that can be seen already, in the order of the tray. */
export function facesAt(view: PlayingView): (number | null)[] {
  const [first] = tapsAt(view);
  return [...(first?.roll.replace('/', '') ?? '')].map((sign) => Number(sign) || null);
}
