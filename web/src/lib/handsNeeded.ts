import { at } from './itemAt';
import type { PlayedView } from '../protocol';

/** Returns whether a player has to roll the real dice for a bot. */
export const handsNeeded = (view: PlayedView) =>
  view.stage === 'playing' && !!view.real && at(view.seats, view.game.active).bot !== null;
