/* Moves and reasons in words. */

import { cap, cellArgs, cellOf, type Args, hasText, t } from '../../i18n';
import type { Colour, Move, Why } from '../../protocol';

/** "red 7", "passing". */
export function moveText(move: Move): string {
  return moveArgs('move', move)['move'] as string;
}

/** A move for a sentence, as `move`, and with the article that some languages want, `the_move`. */
export function moveArgs(name: string, move: Move): Args {
  const cell = cellOf(move);
  const words = cell ? cellArgs(cell) : { cell: t('review.passing'), the: t('review.passing') };
  return { [name]: words.cell, [`the_${name}`]: words.the };
}

/** The sentence of a reason; nothing for one that this page does not know yet. */
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

/** The first reasons, as text. */
export function reasonsText(reasons: Why[]): string {
  return reasons
    .map((why) => whyText(why))
    .filter(Boolean)
    .join(' ');
}

/** What is to be said about a choice first. */
export function verdictText(played: Move, best: Move, good: boolean): string {
  const passed = played === '-';
  const args = { ...moveArgs('move', played), ...moveArgs('best', best) };
  if (played === best)
    return passed ? t('review.verdict.bestPass') : cap(t('review.verdict.best', args));
  if (good) return passed ? t('review.verdict.goodPass') : cap(t('review.verdict.good', args));
  if (passed) return cap(t('review.verdict.betterThanPass', args));
  return cap(t(best === '-' ? 'review.verdict.passBetter' : 'review.verdict.better', args));
}
