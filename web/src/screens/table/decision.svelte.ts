/*
 * The decision on the table: what you have pencilled, asked about, been asked about and sent, and
 * whether the dice lie still. It hears every view and knows nothing of the document.
 */

import type { CellName, Move, PlayedView, RefusalCode } from '../../protocol';
import type { Deed } from '../../state/connection.svelte';
import { doubtOf, type Doubt } from './doubts';

export class Decision {
  /** Marked, and not sent yet. */
  pencil = $state<Move | null>(null);
  /** Confirmed, and on its way to the server. */
  sent = $state<Move | null>(null);
  /** The cell you asked about: why may it not be crossed? */
  asked = $state<CellName | null>(null);
  /** To be sent once you have said that you mean it. */
  pending = $state.raw<{ move: Move; doubt: Doubt } | null>(null);

  #view: PlayedView;
  #act: (deed: Deed) => void;
  /** The throw that was last seen to lie still. */
  #still: string;

  constructor(view: PlayedView, act: (deed: Deed) => void) {
    this.#view = $state.raw(view);
    this.#act = act;
    // Dice that lay there already when the page opened have no reason to roll.
    this.#still = $state(throwOf(view));
  }

  /** Each view that comes, and each refusal. */
  hear(view: PlayedView, refusal: RefusalCode | null): void {
    const goesOn = momentOf(view) === momentOf(this.#view);
    this.#view = view;
    if (!goesOn) {
      // A new phase is a clean start.
      this.pencil = null;
      this.sent = null;
      this.asked = null;
      this.pending = null;
    } else if (refusal || view.you?.answer === this.sent) this.sent = null;
  }

  /** A throw has come to lie still. */
  settle(thrown: string): void {
    this.#still = thrown;
  }

  get rolling(): boolean {
    const thrown = throwOf(this.#view);
    return thrown !== '' && thrown !== this.#still;
  }

  /** The view as it may be shown: nothing tells what was rolled before the dice lie still. */
  get told(): PlayedView {
    const view = this.#view;
    if (!this.rolling) return view;
    return {
      ...view,
      game: { ...view.game, roll: null },
      you: view.you && { ...view.you, asked: null, offers: [], pass: null },
    };
  }

  /** What is marked on your card, in pencil or on its way to ink. */
  get marked(): Move | null {
    return this.pencil ?? this.sent ?? this.#view.you?.answer ?? null;
  }

  /** A cell was tapped. */
  tap(cell: CellName): void {
    const { you } = this.#view;
    if (!you || this.rolling) return;
    const offers = you.offers.filter((offer) => offer.cell === cell);
    const offer = offers.find((entry) => !entry.lucky) ?? offers[0];
    if (offer) this.pick(offer.move);
    else this.asked = this.asked === cell ? null : cell;
  }

  /** Marks a move in pencil, or lets go of what is marked already. */
  pick(move: Move): void {
    this.asked = null;
    if (this.sent !== null) return;
    if (move !== this.marked) this.pencil = move;
    else if (this.pencil === null) this.retract();
    else this.pencil = null;
  }

  /** A button names the move: it is sent, after a second thought where that is worth one. */
  choose(move: Move): void {
    const { you } = this.#view;
    const doubt = you && doubtOf(you, move);
    if (doubt) this.pending = { move, doubt };
    else this.#send(move);
  }

  /** You mean it. */
  confirm(): void {
    if (this.pending) this.#send(this.pending.move);
  }

  /** You do not. */
  decline(): void {
    this.pending = null;
  }

  retract(): void {
    this.#act({ type: 'retract' });
  }

  roll(): void {
    this.#act({ type: 'roll' });
  }

  #send(move: Move): void {
    this.pending = null;
    this.pencil = null;
    this.asked = null;
    this.sent = move;
    this.#act({ type: 'choose', move });
  }
}

/** Names the throw that lies on the table; empty before it. */
export function throwOf({ game }: PlayedView): string {
  return game.roll ? `${game.id} ${game.turn} ${game.roll.text}` : '';
}

/** Names the phase that runs. */
export function momentOf({ game }: PlayedView): string {
  return `${game.id} ${game.turn} ${game.phase}`;
}
