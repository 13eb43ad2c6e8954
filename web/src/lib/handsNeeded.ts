import { at } from './itemAt';
import type { PlayedView } from '../protocol';

/** Whether somebody has to throw real dice for a bot. */
export const handsNeeded = (view: PlayedView) =>
  view.stage === 'playing' && !!view.real && at(view.seats, view.game.active).bot !== null;
