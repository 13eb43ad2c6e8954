/*
 * A roll that is being entered, with one tap for each die. It knows neither the document nor the
 * rules: its caller names the dice.
 */

import type { Colour, HalfRoll, RollText } from '../../protocol';

export interface Slot {
  /** Null: a white die. */
  colour: Colour | null;
  value: number | null;
  /** It has left the game. */
  gone: boolean;
}

const WHITES = 2;

export class Entry {
  values: (number | null)[] = $state([]);
  /** The die that the next tap is for; null once all are there. */
  at = $state<number | null>(0);
  /** In which order they were tapped in. */
  #tapped: number[] = $state([]);

  constructor(
    /** In the order of the tray, without the white ones. */
    readonly colours: Colour[],
    /** The colours that are rolled. */
    readonly rolled: Colour[],
    /** The roll to correct, if there is one. */
    readonly before: RollText = '',
  ) {
    this.startOver();
  }

  get slots(): Slot[] {
    return [null, null, ...this.colours].map((colour, i) => ({
      colour,
      value: this.values[i] ?? null,
      gone: this.#gone(i),
    }));
  }

  #gone(i: number): boolean {
    const colour = this.colours[i - WHITES];
    return colour !== undefined && !this.rolled.includes(colour);
  }

  /** How many dice there are, and how many of them are still missing. */
  get count(): number {
    return WHITES + this.rolled.length;
  }
  get missing(): number {
    return this.slots.filter((slot) => !slot.gone && slot.value === null).length;
  }
  /** Which of them the next tap is for, from 1. */
  get place(): number {
    return this.slots.slice(0, (this.at ?? 0) + 1).filter((slot) => !slot.gone).length;
  }

  /** The dice so far, like "41/3--6". */
  get half(): HalfRoll {
    const signs = this.slots.map((slot) => (slot.gone ? '.' : String(slot.value ?? '-')));
    return `${signs.slice(0, WHITES).join('')}/${signs.slice(WHITES).join('')}`;
  }
  /** "41/3256"; nothing while dice are missing. */
  get roll(): RollText | null {
    return this.missing ? null : this.half;
  }
  get changed(): boolean {
    return this.roll !== null && this.roll !== this.before;
  }

  /** The die that is meant shows this face. */
  tap(face: number): void {
    if (this.at === null) return;
    this.values[this.at] = face;
    this.#tapped.push(this.at);
    this.at = this.#next(this.at);
  }

  /** The next tap is for this die. */
  pick(i: number): void {
    if (!this.#gone(i)) this.at = i;
  }

  #next(after: number): number | null {
    const empty = this.slots.map((slot, i) => (slot.gone || slot.value !== null ? -1 : i));
    const open = empty.filter((i) => i >= 0);
    return open.find((i) => i > after) ?? open[0] ?? null;
  }

  /** The die that was tapped in last. */
  get last(): number | null {
    return this.#tapped.at(-1) ?? null;
  }

  takeBack(): void {
    const last = this.#tapped.pop();
    if (last === undefined) return;
    this.values[last] = null;
    this.at = last;
  }

  startOver(): void {
    const digits = [...this.before.replace('/', '')];
    this.values = [null, null, ...this.colours].map((_, i) => Number(digits[i]) || null);
    this.#tapped = [];
    this.at = this.before ? null : 0;
  }
}
