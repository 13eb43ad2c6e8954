/* Moves and reasons in words. */

import { cap, cellArgs, cellOf, type Translate } from '../../i18n/text';
import type { Args } from '../../i18n/text';
import type { Colour, Move, Why } from '../../protocol';
import { c, knows } from '../../i18n/coach/catalogue.svelte';

/** "red 7", "passing". */
export function moveText(move: Move, t: Translate): string {
  return moveArgs('move', move, t)['move'] as string;
}

/** A move for a sentence, as `move`, and with the article that some languages want, `the_move`. */
export function moveArgs(name: string, move: Move, t: Translate): Args {
  const cell = cellOf(move);
  const words = cell ? cellArgs(cell, t) : { cell: c('passing'), the: c('passing') };
  return { [name]: words.cell, [`the_${name}`]: words.the };
}

/** The sentence of a reason; nothing for one that this page does not know yet. */
export function whyText(why: Why, t: Translate): string {
  const { code } = why;
  if (!knows(code)) return '';
  const args: Args = { ...why.facts };
  for (const name of ['move', 'best']) {
    if (name in args) Object.assign(args, moveArgs(name, String(args[name]), t));
  }
  for (const name of ['skipped', 'instead']) {
    if (name in args) args[name] = cells(Number(args[name]));
  }
  if ('points' in args) args['n'] = Number(args['points']);
  if ('colour' in args) args['row'] = t(`rowname.${args['colour'] as Colour}`);
  return cap(c(`why.${code}`, args));
}

function cells(n: number): string {
  return n ? c('cells', { n }) : c('cells.none');
}

/** The first reasons, as text. */
export function reasonsText(reasons: Why[], t: Translate): string {
  return reasons
    .map((why) => whyText(why, t))
    .filter(Boolean)
    .join(' ');
}

/** What is to be said about a choice first. */
export function verdictText(played: Move, best: Move, good: boolean, t: Translate): string {
  const passed = played === '-';
  const args = { ...moveArgs('move', played, t), ...moveArgs('best', best, t) };
  if (played === best) return passed ? c('verdict.bestPass') : cap(c('verdict.best', args));
  if (good) return passed ? c('verdict.goodPass') : cap(c('verdict.good', args));
  if (passed) return cap(c('verdict.betterThanPass', args));
  return cap(c(best === '-' ? 'verdict.passBetter' : 'verdict.better', args));
}
