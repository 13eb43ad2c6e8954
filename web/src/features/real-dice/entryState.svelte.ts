/* Whether dice are being entered on this phone now. It knows nothing of the document. */

import type { PlayingView } from '../../protocol';

/** Names what is to be entered: the dice of a turn, or others in their place. */
export function throwAt({ game, real }: PlayingView): string {
  return `${game.id} ${game.turn} ${game.roll?.text ?? game.phase} ${!!real?.entered}`;
}

/** The player wants to enter these dice, or not now. */
let wish = $state.raw<{ moment: string; now: boolean } | null>(null);

export function enter(view: PlayingView, now: boolean): void {
  wish = { moment: throwAt(view), now };
}

export function enters(view: PlayingView): boolean {
  const { you, game, real } = view;
  if (!real || !you) return false;
  if (wish?.moment === throwAt(view)) return wish.now;
  return !real.entered && you.seat === game.active;
}
