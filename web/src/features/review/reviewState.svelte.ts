/* The review of a finished game while a player looks at it: whose choices, and which one. */

import { getContext, setContext } from 'svelte';
import { MediaQuery } from 'svelte/reactivity';
import { t } from '../../i18n';
import { step } from '../../lib/pageStep';
import { DESKTOP } from '../../lib/screens';
import { LAYOUTS, type ReviewChoice, type ReviewedGame } from '../../protocol';
import { chanceCurve, keyChoicesOf } from './chanceCurve';

export class ReviewState {
  readonly #game: () => ReviewedGame;
  readonly #own: () => number | null;
  readonly #wide = new MediaQuery(DESKTOP);

  names = $derived.by(() =>
    this.game.players.map((name, i) => name || t('review.somebody', { n: i + 1 })),
  );
  layout = $derived.by(() => LAYOUTS[this.game.variant]);
  unit = $derived.by(() => this.game.review.unit);
  curve = $derived.by(() => chanceCurve(this.game));

  seat = $derived.by(() => this.own ?? 0);
  choices = $derived.by(() => this.game.review.choices.filter(({ seat }) => seat === this.seat));
  /** The choices that cost most, in the order of the game. */
  keyChoices = $derived.by(() => keyChoicesOf(this.choices));

  #turn = $state(0);
  /** The choice that the player opened. */
  opened = $state.raw<ReviewChoice | null>(null);
  /** On a phone, the list of all choices takes the place of the overview. */
  listed = $state(false);

  // A desktop always shows a choice beside the curve: at first the most expensive one.
  shown = $derived.by(
    () =>
      this.opened ??
      (this.desktop && !this.#turn
        ? (this.keyChoices.toSorted((a, b) => b.cost - a.cost)[0] ?? null)
        : null),
  );
  /** The choices that Previous and Next lead to. */
  path = $derived.by(() =>
    this.listed || (this.shown && !this.keyChoices.includes(this.shown))
      ? this.choices
      : this.keyChoices,
  );

  /** `own` is the player's seat, if the player sat at the table. */
  constructor(game: () => ReviewedGame, own: () => number | null) {
    this.#game = game;
    this.#own = own;
  }

  get game() {
    return this.#game();
  }
  get own() {
    return this.#own();
  }
  get desktop() {
    return this.#wide.current;
  }
  /** The turn that the curve shows; 0 is the start of the game. */
  get turn() {
    return this.shown?.turn ?? this.#turn;
  }
  set turn(turn: number) {
    this.opened = null;
    this.#turn = turn;
  }

  /** Returns the chance of a seat after a turn. */
  chance(seat: number, turn: number): number {
    return this.curve.values[seat]?.[turn] ?? 0;
  }

  showSeat(seat: number): void {
    this.seat = seat;
    this.turn = 0;
  }

  // On a phone a choice and the list take the place of the overview, and going back leads there.
  open(choice: ReviewChoice): void {
    if (!this.desktop && !this.opened) step(() => (this.opened = null));
    this.#turn = choice.turn;
    this.opened = choice;
    if (!this.desktop) window.scrollTo(0, 0);
  }
  showAll(): void {
    step(() => (this.listed = false));
    this.listed = true;
    window.scrollTo(0, 0);
  }
}

const REVIEW = Symbol('review');
export const useReview = () => getContext<ReviewState>(REVIEW);
export const provideReview = (review: ReviewState) => setContext(REVIEW, review);
