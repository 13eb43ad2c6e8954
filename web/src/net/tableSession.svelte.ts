/*
 * A player's session at a table: the last view, which is all that the page draws, and the actions
 * that wait for an answer.
 */

import { getContext, setContext } from 'svelte';
import { reloadForUpdate } from '../lib/reload';
import { LAYOUTS, PROTOCOL } from '../protocol';
import type {
  Bye,
  ClientAction,
  Hello,
  React,
  RefusalCode,
  ServerMessage,
  Tap,
  View,
} from '../protocol';
import type { Incoming, Transport } from './transport';

type Body<T> = T extends ClientAction ? Omit<T, 'id' | 'version'> : never;
/** An action as components ask for it; the session adds id and version. */
export type ActionBody = Body<ClientAction>;
/** The answer to an action. */
export type Outcome = { ok: true; version: number } | { ok: false; code: RefusalCode };

interface Pending {
  action: ClientAction;
  /** The player did not ask for it, and sees no refusal. */
  quiet: boolean;
  settle: (outcome: Outcome) => void;
}

type Listener = (message: ServerMessage, before: View | null) => void;

/** An action without an answer for this long makes the line doubtful. */
const ACK_TIMEOUT = 1500;

/** A refusal is shown until the stage, turn or phase changes. */
const phaseOf = (view: View | null) => [view?.stage, view?.game?.turn, view?.game?.phase].join();

export class TableSession {
  view = $state.raw<View | null>(null);
  /** False without a connection: the view may be old. */
  online = $state(false);
  /** The line went down, or never came up. */
  lost = $state(false);
  /** Why the last action of the player was refused, for the line of words. */
  refusal = $state<RefusalCode | null>(null);
  /** The server has closed this session for good. */
  bye = $state<Bye['code'] | null>(null);

  #transport: Transport;
  /** The player's, by which the table knows them. */
  readonly secret: string;
  /** Moves a seat to this browser; sent until the first view. */
  #ticket: string | null;
  // Nothing on the page depends on them.
  /* eslint-disable svelte/prefer-svelte-reactivity */
  #pending = new Map<string, Pending>();
  #listeners = new Set<[type: string, listener: Listener]>();
  /* eslint-enable */
  /** The newest version in an answer; its view may still be on the way. */
  #acked = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(transport: Transport, secret: string, ticket: string | null = null) {
    this.#transport = transport;
    this.secret = secret;
    this.#ticket = ticket;
    transport.start({
      hello: () => this.#hello(),
      message: (message) => this.#onMessage(message),
      down: () => this.#onDown(),
    });
  }

  /**
   * Sends an action and returns its answer. The promise stays open without a connection, and for
   * ever once the session is closed. A quiet action is one that the player did not ask for.
   */
  act = (body: ActionBody, quiet = false): Promise<Outcome> => {
    if (!quiet) this.refusal = null;
    // In a lobby each action changes the question that the next one answers, so they take turns.
    const waits = this.view?.stage === 'lobby' && this.#pending.size;
    const outcome = waits
      ? this.#last.then(() => this.#send(body, quiet))
      : this.#send(body, quiet);
    this.#last = outcome;
    return outcome;
  };

  /** Shows something to the others; the game does not depend on it, so it may be lost. */
  say = (aside: React | Tap): void => {
    if (this.online) this.#transport.send(aside);
  };

  /** Calls `listener` with each message of this type, and for a view also with the one before. */
  on<Type extends ServerMessage['type']>(
    type: Type,
    listener: (message: Extract<ServerMessage, { type: Type }>, before: View | null) => void,
  ): () => void {
    const entry: [string, Listener] = [type, listener as Listener];
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  close(): void {
    this.#transport.close();
  }

  #hello(): Hello {
    const [secret, ticket, knows] = [this.secret, this.#ticket, Object.keys(LAYOUTS)];
    return { type: 'hello', secret, ticket, protocol: PROTOCOL, knows };
  }

  #send(body: ActionBody, quiet: boolean): Promise<Outcome> {
    const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
    const { view } = this;
    const seen = view?.version ?? 0;
    const version = view?.stage === 'lobby' ? Math.max(seen, this.#acked) : seen;
    const action = { ...body, id, version } as ClientAction;
    if (this.online) this.#transport.send(action);
    setTimeout(() => {
      if (this.online && this.#pending.has(id)) this.#transport.checkLiveness();
    }, ACK_TIMEOUT);
    return new Promise((settle) => this.#pending.set(id, { action, quiet, settle }));
  }

  #onMessage(message: Incoming): void {
    switch (message.type) {
      case 'view':
        this.#onView({ layout: LAYOUTS[message.options.variant], ...message });
        return;
      case 'ack':
        this.#acked = message.version;
        this.#settle(message.id, { ok: true, version: message.version });
        break;
      case 'refusal':
        if (!this.#settle(message.id, { ok: false, code: message.code })?.quiet)
          this.refusal = message.code;
        break;
      case 'bye':
        if (message.code === 'restarting') return;
        if (message.code === 'outdated' && reloadForUpdate()) return;
        this.bye = message.code;
        this.#onDown();
        this.close();
    }
    this.#emit(message);
  }

  #settle(id: string, outcome: Outcome): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.settle(outcome);
    return pending;
  }

  #onView(view: View): void {
    const before = this.view;
    this.#ticket = null;
    this.lost = false;
    if (phaseOf(view) !== phaseOf(before)) this.refusal = null;
    if (this.online && before && view.version < before.version) return;
    this.view = view;
    if (!this.online) {
      this.online = true;
      for (const { action } of this.#pending.values()) this.#transport.send(action);
    }
    this.#emit(view, before);
  }

  #emit(message: ServerMessage, before: View | null = null): void {
    for (const [type, listener] of this.#listeners) {
      if (type === message.type) listener(message, before);
    }
  }

  #onDown(): void {
    this.online = false;
    this.lost = true;
  }
}

/** Components get the session of their table by this name. */
export const TABLE = 'table';
export const useTable = () => getContext<TableSession>(TABLE);
export const provideTable = (session: TableSession) => setContext(TABLE, session);
