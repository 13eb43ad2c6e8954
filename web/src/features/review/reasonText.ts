/* Moves and reasons in words. */

import { cap, cellArgs, cellOf, hasText, t, type Args } from '../../i18n';
import type { Colour, Move, Why } from '../../protocol';

/** Returns a move in words: "red 7", "passing". */
export function moveText(move: Move): string {
  return moveArgs('move', move)['move'] as string;
}

/** Returns a move for a sentence: `move`, and `the_move` with the article that some languages need. */
export function moveArgs(name: string, move: Move): Args {
  const cell = cellOf(move);
  const words = cell ? cellArgs(cell) : { cell: t('review.passing'), the: t('review.passing') };
  return { [name]: words.cell, [`the_${name}`]: words.the };
}

/** Returns the sentence of a reason. It is empty for a reason that this page does not know. */
export function whyText(why: Why): string {
  const { code } = why;
  const text = `review.why.${code}`;
  if (!hasText(text)) return '';
  const args: Args = { ...why.facts };
  for (const name of ['move', 'best']) {
    if (name in args) Object.assign(args, moveArgs(name, String(args[name])));
  }
  for (const name of ['skipped', 'instead']) {
    if (name in args) args[name] = cells(Number(args[name]));
  }
  if ('points' in args) args['n'] = Number(args['points']);
  if ('colour' in args) args['row'] = t(`board.rowName.${args['colour'] as Colour}`);
  return cap(t(text, args));
}

function cells(n: number): string {
  return n ? t('review.cells', { n }) : t('review.cells.none');
}

/** Returns the sentences of reasons. */
export function reasonsText(reasons: Why[]): string {
  return reasons
    .map((why) => whyText(why))
    .filter(Boolean)
    .join(' ');
}

/** Returns the headline of a verdict. */
export function verdictText(played: Move, best: Move, good: boolean): string {
  const passed = played === '-';
  const args = { ...moveArgs('move', played), ...moveArgs('best', best) };
  if (played === best)
    return passed ? t('review.verdict.bestPass') : cap(t('review.verdict.best', args));
  if (good) return passed ? t('review.verdict.goodPass') : cap(t('review.verdict.good', args));
  if (passed) return cap(t('review.verdict.betterThanPass', args));
  return cap(t(best === '-' ? 'review.verdict.passBetter' : 'review.verdict.better', args));
}
