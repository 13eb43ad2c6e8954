/* The explanations in a first game, and their moments. */

import { at } from './itemAt';
import type { PlayedView } from '../protocol';
import type { Settings } from './settings.svelte';

export const LESSONS = ['white', 'colour', 'misthrow', 'lock', 'shut', 'end', 'lucky'] as const;
export type Lesson = (typeof LESSONS)[number];
/** A setting that the page offers to switch on. */
export type Offer = 'pace' | 'oneTap' | 'autoRoll';

/** Returns the lessons of this game, in the order in which they are read. */
export function lessonsFor({
  layout,
  allRows,
}: {
  layout: PlayedView['layout'];
  allRows: boolean;
}) {
  return LESSONS.filter(
    (lesson) => (lesson !== 'lucky' || layout.lucky) && (lesson !== 'end' || !allRows),
  );
}

/** Returns the lesson that matters now and is not in `known`. */
export function lessonNow(view: PlayedView, known: readonly string[]): Lesson | null {
  const { game, layout, you, options } = view;
  if (!you || you.answer !== null || (you.asked !== 'white' && you.asked !== 'colour')) return null;
  const own = at(game.cards, you.seat);
  const near =
    game.closed.length > 0 || game.cards.some(({ misthrows }) => misthrows >= layout.misthrows - 1);
  const matters: Record<Lesson, boolean> = {
    white: you.asked === 'white',
    colour: you.asked === 'colour',
    misthrow: !!you.pass?.misthrow || own.misthrows > 0,
    lock: own.rows.some(({ crosses, locked }) => crosses >= layout.needed && !locked),
    shut: game.closed.length > 0,
    end: near,
    lucky: you.offers.some(({ lucky }) => lucky),
  };
  const lessons = lessonsFor({ layout, allRows: !!options.allRows });
  return lessons.find((lesson) => matters[lesson] && !known.includes(lesson)) ?? null;
}

/** Crosses of your own after which you know how to confirm one. */
const CONFIRMED = 3;

/** Returns what to offer before your roll, once each. */
export function offerNow(
  view: PlayedView,
  { pace, oneTap, autoRoll, marks }: Pick<Settings, Offer | 'marks'>,
): Offer | null {
  const { game, you } = view;
  if (you?.asked !== 'roll') return null;
  const { rows } = at(game.cards, you.seat);
  const crosses = rows.reduce((sum, row) => sum + row.crosses, 0);
  const alone = view.seats.filter(({ kind }) => kind === 'player').length < 2;
  if (alone && game.turn > 1 && pace === 'normal' && !marks.includes('pace')) return 'pace';
  if (crosses >= CONFIRMED && !oneTap && !marks.includes('oneTap')) return 'oneTap';
  if (game.turn > 3 && !autoRoll && !marks.includes('autoRoll')) return 'autoRoll';
  return null;
}
