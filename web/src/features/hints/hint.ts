/* A hint while playing: the good moves ranked on the card itself, and the reason of the first. */

import type { CardState } from '../../board/card/state';
import { list, t, cap } from '../../i18n';
import type { HintMove, PlayedView } from '../../protocol';
import { read, write } from '../../lib/storage';
import { hint } from '../../net/reviewApi';
import { costOf, showMoves, type Cost } from '../review/costs';
import { chanceText, type Unit } from '../review/numbers';
import { moveArgs, moveText, reasonsText } from '../review/reasonText';
import '../../board/card/costs.css';

export interface Shown {
  happened: string;
  may: string;
  /** The cost of passing. */
  pass: Cost;
  card(card: CardState): CardState;
}

/** The first hints explain their numbers. */
const EXPLAINED = 3;
const KEY = 'qwixx.hints';

export async function hintFor(view: PlayedView, secret: string): Promise<Shown> {
  const found = await hint(view.code, secret).catch(() => null);
  const moves = found?.moves ?? [];
  const [best] = moves;
  if (!best) {
    return {
      happened: t('review.hint.busy'),
      may: '',
      pass: { text: '', said: '' },
      card: (card) => card,
    };
  }
  // Alone there is nobody to beat.
  const unit: Unit = view.game.cards.length > 1 ? 'share' : 'points';
  return {
    happened:
      best.move === '-'
        ? t('review.hint.passBest')
        : cap(t('review.hint.best', moveArgs('best', best.move))),
    may: [guessText(moves) || reasonsText(best.reasons.slice(0, 1)), explained(unit)]
      .filter(Boolean)
      .join(' '),
    pass: costOf(moves, '-', unit),
    card: (card) =>
      showMoves(
        card,
        moves.map((entry) => entry.move),
        moves,
        unit,
      ),
  };
}

/** Returns how often to choose each move, if several players can lock at once; else nothing. */
export function guessText(moves: HintMove[]): string {
  const mixed = moves.filter((entry) => entry.mix && entry.mix < 1);
  if (!mixed.length) return '';
  const guess = mixed.map(
    ({ move, mix }) => `${moveText(move)} (${chanceText(mix ?? 0, 'share')})`,
  );
  return t('review.hint.guess', { moves: list(guess, 'disjunction') });
}

function explained(unit: Unit): string {
  const before = read(KEY, 0);
  if (unit === 'points' || before >= EXPLAINED) return '';
  write(KEY, before + 1);
  return t('review.hint.unit');
}
