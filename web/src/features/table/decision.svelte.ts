/*
 * Your decision at the table: the pencilled cells, the open question, the move on its way to the
 * server, and whether the dice lie still. It gets every view and knows nothing of the document.
 */

import { cellOf } from '../../i18n';
import type { CellName, Dice, Move, PlayedView } from '../../protocol';
import type { ActionBody, Outcome } from '../../net/tableSession.svelte';
import { doubtOf, type Doubt } from './confirmation';

export class Decision {
  /** Marked, and not sent yet. */
  pencil = $state<Move | null>(null);
  /** Confirmed, and on its way to the server. */
  sent = $state<Move | null>(null);
  /** The cell you asked about: why may it not be crossed? */
  asked = $state<CellName | null>(null);
  /** The colour cell that you mean to cross next, pencilled while the white dice are in play. */
  intended = $state<CellName | null>(null);
  /** An intended cell that can no longer be crossed. */
  dropped = $state<CellName | null>(null);
  /** The move that was made for you when your time was up. */
  late = $state<Move | 'roll' | null>(null);
  /** The player has rolled, and the server does not know yet. */
  rollSent = $state(false);
  /** To be sent once you have said that you mean it. */
  pending = $state.raw<{ move: Move; doubt: Doubt } | null>(null);

  #view: PlayedView;
  #act: (action: ActionBody) => Promise<Outcome>;
  /** A tap is the choice. */
  #oneTap: () => boolean;
  /** The last roll whose dice have come to rest. */
  #settledRoll: string;

  constructor(
    view: PlayedView,
    act: (action: ActionBody) => Promise<Outcome>,
    oneTap = () => false,
  ) {
    this.#view = $state.raw(view);
    this.#act = act;
    this.#oneTap = oneTap;
    // Dice that lay there already when the page opened have no reason to roll.
    this.#settledRoll = $state(rollKey(view));
  }

  /** Each view that comes. */
  onView(view: PlayedView): void {
    const before = this.#view;
    const goesOn = phaseKey(view) === phaseKey(before);
    this.#view = view;
    if (!goesOn) {
      // A new phase clears everything but the cell that was intended for it.
      this.pencil = null;
      this.sent = null;
      this.asked = null;
      this.pending = null;
      this.rollSent = false;
      this.dropped = null;
      // A late move is shown until you have made the next decision.
      if (this.#lateShown) this.late = null;
      this.#lateShown = this.late !== null && !!view.you?.asked;
      this.#carryOut(before);
    } else if (view.you?.answer === this.sent) this.sent = null;
  }

  /** The late move was shown already. */
  #lateShown = false;

  /** Sends the intended cell at the begin of the colour phase, if it can still be crossed. */
  #carryOut(before: PlayedView): void {
    const cell = this.intended;
    this.intended = null;
    const { game, you } = this.#view;
    const next = game.id === before.game.id && game.turn === before.game.turn;
    if (!cell || !next || you?.asked !== 'colour') return;
    const offer = you.offers.find((entry) => entry.cell === cell);
    if (!offer) this.dropped = cell;
    else {
      this.pencil = offer.move;
      this.choose(offer.move);
    }
  }

  /** Time is up: a pencilled move counts, otherwise you pass. */
  runOut(): void {
    const { you } = this.#view;
    if (!you?.asked || you.answer !== null || this.sent !== null || this.rollSent) return;
    const done = you.asked === 'roll' ? 'roll' : (this.pencil ?? '-');
    if (done === 'roll') this.roll();
    else this.#send(done);
    this.late = done;
  }

  /** The dice of a roll have come to rest. */
  settle(roll: string): void {
    this.#settledRoll = roll;
  }

  get rolling(): boolean {
    const roll = rollKey(this.#view);
    return roll !== '' && roll !== this.#settledRoll;
  }

  /** The view to show. Before the dice lie still it hides the roll. */
  get visibleView(): PlayedView {
    const view = this.#view;
    if (!this.rolling) return view;
    return {
      ...view,
      game: { ...view.game, roll: null },
      you: view.you && { ...view.you, asked: null, offers: [], pass: null },
    };
  }

  /** The move that is marked on your card. */
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
    else if (this.#madeByColours(cell)) {
      this.asked = null;
      this.intended = this.intended === cell ? null : cell;
    } else this.asked = this.asked === cell ? null : cell;
  }

  /** A cell that the colours make: the active player may mean it while the white dice are in play. */
  #madeByColours(cell: CellName): boolean {
    const { game, you } = this.#view;
    if (game.phase !== 'white' || you?.seat !== game.active) return false;
    const refused = you.refused.find((entry) => entry.cells.includes(cell));
    if ((refused?.reason ?? you.otherwise) !== 'wrong-number') return false;
    const die = game.roll?.colours.find((entry) => entry?.colour === cell[0]);
    return !!die?.sums.includes(Number(cell.slice(1)));
  }

  /** Marks a move in pencil; the second time it is meant. An answer is taken back. */
  pick(move: Move): void {
    this.asked = null;
    if (this.sent !== null) return;
    if (move === this.pencil || (move !== this.marked && this.#oneTap())) this.choose(move);
    else if (move !== this.marked) this.pencil = move;
    else this.retract();
  }

  /** Sends the move of a button, and asks for a confirmation first if a slip is likely. */
  choose(move: Move): void {
    const { you } = this.#view;
    const doubt = you && doubtOf(you, move);
    if (doubt) {
      if (cellOf(move)) this.pencil = move;
      this.pending = { move, doubt };
    } else this.#send(move);
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
    void this.#act({ type: 'retract' });
  }

  roll(): void {
    if (this.rollSent) return;
    this.rollSent = true;
    void this.#act({ type: 'roll' }).then(({ ok }) => (this.rollSent &&= ok));
  }

  #send(move: Move): void {
    this.pending = null;
    this.pencil = null;
    this.asked = null;
    this.sent = move;
    void this.#act({ type: 'choose', move }).then(({ ok }) => {
      if (!ok && this.sent === move) this.sent = null;
    });
  }
}

/** The dice on the table: none before a roll, and the last ones at the end of a game. */
export function diceOf({ roll, last, phase }: PlayedView['game']): Dice | null {
  return roll ?? (phase === 'over' ? (last?.roll ?? null) : null);
}

/** Names the roll on the table; empty before it. */
export function rollKey({ game }: PlayedView): string {
  return game.roll ? `${game.id} ${game.turn} ${game.roll.text}` : '';
}

/** Names the phase that runs. */
export function phaseKey({ game }: PlayedView): string {
  // Real dice may turn out to have fallen otherwise: then all choose again.
  return `${game.id} ${game.turn} ${game.phase} ${game.roll?.text ?? ''}`;
}
