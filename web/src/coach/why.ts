/* Moves and reasons in words. */

import { cap, cellOf, cellText, type Translate } from '../i18n/text';
import type { Args } from '../i18n/text';
import type { Colour, Move, Why } from '../protocol';
import { c, knows } from './catalogue.svelte';

/** "red 7", "passing". */
export function moveText(move: Move, t: Translate): string {
  const cell = cellOf(move);
  return cell ? cellText(cell, t) : c('pass');
}

/** The sentence of a reason; nothing for one that this page does not know yet. */
export function whyText(why: Why, t: Translate): string {
  const { code } = why;
  if (!knows(code)) return '';
  const args: Args = { ...why.facts };
  for (const name of ['move', 'best']) {
    if (name in args) args[name] = moveText(String(args[name]), t);
  }
  for (const name of ['skipped', 'instead']) {
    if (name in args) args[name] = cells(Number(args[name]));
  }
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
  if (played === best) {
    return passed ? c('verdict.bestPass') : cap(c('verdict.best', { move: moveText(played, t) }));
  }
  if (good) {
    return passed ? c('verdict.goodPass') : cap(c('verdict.good', { move: moveText(played, t) }));
  }
  if (passed) return cap(c('verdict.betterThanPass', { best: moveText(best, t) }));
  if (best === '-') return cap(c('verdict.passBetter', { move: moveText(played, t) }));
  return cap(c('verdict.better', { best: moveText(best, t), move: moveText(played, t) }));
}
