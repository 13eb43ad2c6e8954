/*
 * The line to a table. It comes back by itself, sends again what was not acknowledged, and holds
 * the last view the server sent: the page draws nothing else.
 */

import { loadAnew } from '../lib/reload';
import { LAYOUTS, PROTOCOL } from '../protocol';
import type {
  Aside,
  Bye,
  ClientAction,
  Hello,
  React,
  Refusal,
  RefusalCode,
  Reply,
  Tap,
  View,
} from '../protocol';

type Body<T> = T extends ClientAction ? Omit<T, 'id' | 'version'> : never;
/** An action as the page asks for it; id and version are added on the way. */
export type Deed = Body<ClientAction>;
/** A view as it comes: without a layout that this page has said it knows. */
type Sent<V> = V extends View ? Omit<V, 'layout'> & Partial<Pick<V, 'layout'>> : never;
/** An action, or how it follows from the view that it is sent on. */
export type Wish = Deed | ((view: View) => Deed);

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;
/** A line that has said nothing to a ping of ours for this long is dead (phones sleep). */
const QUIET = 1000;
/** Who hears nothing for this long asks whether anybody is there. */
const SILENCE = 4000;
/** An action that has had no answer for this long makes one doubt the line. */
const DOUBT = 1500;

/** What the page sends without being asked: the player has no part in a refusal of it. */
const AUTOMATIC: Deed['type'][] = ['commit', 'reveal', 'preferences'];

/** What was refused before the table went on is no longer worth a word. */
function momentOf(view: View | null): string {
  return [view?.stage, view?.game?.turn, view?.game?.phase].join();
}

export class Connection {
  view = $state.raw<View | null>(null);
  /** False while the line is down: what is shown may be old. */
  online = $state(false);
  /** The line went down, or never came up. */
  lost = $state(false);
  refusal = $state<RefusalCode | null>(null);
  /** The last sign that somebody gave, or what they have last tapped in of real dice. */
  aside = $state.raw<Aside | null>(null);
  /** The server will not have us back. */
  bye = $state<Bye['code'] | null>(null);

  #socket: WebSocket | null = null;
  // Nothing on the page depends on it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  #pending = new Map<string, ClientAction>();
  /** Asked for, and not sent yet. */
  #waiting: Wish[] = [];
  /** What was sent last, while it has no answer. */
  #awaited = '';
  /** The version of the table that answers have told of; its view may still be on the way. */
  #reached = 0;
  /** What the server could not write, and no hand can send again: it goes with the next view. */
  #unwritten: ClientAction[] = [];
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    private readonly address: string,
    private readonly secret: string,
    /** Only for the first greeting: it moves a seat to this browser. */
    private ticket: string | null = null,
  ) {
    document.addEventListener('visibilitychange', this.#wake);
    window.addEventListener('online', this.#wake);
    window.addEventListener('offline', this.#wake);
    this.#heartbeat = setInterval(this.#listen, SILENCE);
    this.#open();
  }

  act(wish: Wish): void {
    if (typeof wish === 'function' || !AUTOMATIC.includes(wish.type)) this.refusal = null;
    this.#waiting.push(wish);
    this.#goOn();
  }

  /**
   * Sends what waits. In a lobby each action changes what the next one is decided on, so there it
   * is one at a time: quick hands lose nothing. In a game what comes too late is not meant any more.
   */
  #goOn(): void {
    const { view } = this;
    for (let wish; (wish = this.#waiting[0]); this.#waiting.shift()) {
      if (view?.stage === 'lobby' && (this.#awaited || view.version < this.#reached)) return;
      if (typeof wish === 'function' && !view) return;
      const deed = typeof wish === 'function' ? view && wish(view) : wish;
      const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
      const action = { ...deed, id, version: view?.version ?? 0 } as ClientAction;
      this.#awaited = id;
      this.#pending.set(id, action);
      this.#send(action);
      setTimeout(() => {
        if (this.online && this.#pending.has(id)) this.#wake();
      }, DOUBT);
    }
  }

  #answered(id: string): void {
    if (id === this.#awaited) this.#awaited = '';
    this.#goOn();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#heartbeat);
    document.removeEventListener('visibilitychange', this.#wake);
    window.removeEventListener('online', this.#wake);
    window.removeEventListener('offline', this.#wake);
    this.#socket?.close();
  }

  #open(): void {
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.onopen = () => this.#greet(socket);
    socket.onmessage = (event) =>
      this.#hear(JSON.parse(event.data as string) as Sent<View> | Reply);
    socket.onclose = () => {
      if (this.#socket === socket) this.#again();
    };
  }

  #greet(socket: WebSocket): void {
    const { secret, ticket } = this;
    const knows = Object.keys(LAYOUTS);
    const hello: Hello = { type: 'hello', secret, ticket, protocol: PROTOCOL, knows };
    socket.send(JSON.stringify(hello));
  }

  #again(pause = this.#pause): void {
    this.online = false;
    this.lost = true;
    this.#socket = null;
    if (this.#closed || this.bye) return;
    clearTimeout(this.#timer);
    // Some disorder, so that a restarted server is not stormed by everybody at once.
    this.#timer = setTimeout(() => this.#open(), pause * (0.7 + Math.random() * 0.6));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  /** A line that says nothing for a while may be dead, and nobody would notice before acting. */
  #listen = (): void => {
    if (this.online && this.#heard === this.#heardBefore) this.#wake();
    this.#heardBefore = this.#heard;
  };
  #heardBefore = 0;
  #heartbeat: ReturnType<typeof setInterval>;

  /** Something about the line has changed or is odd: do not wait for a pause to end. */
  #wake = (): void => {
    if (document.hidden || this.#closed || this.bye) return;
    if (!this.#socket || this.#socket.readyState > WebSocket.OPEN) {
      clearTimeout(this.#timer);
      this.#pause = FIRST_PAUSE;
      this.#open();
      return;
    }
    // A socket may look open long after the network has gone. Asking again costs one view.
    const socket = this.#socket;
    if (socket.readyState !== WebSocket.OPEN) return;
    const before = this.#heard;
    this.#greet(socket);
    setTimeout(() => {
      if (this.#socket !== socket || this.#heard !== before) return;
      this.#socket = null;
      socket.close();
      // At once, and then with pauses like after any other loss.
      this.#again(0);
    }, QUIET);
  };
  #heard = 0;

  /** An aside for the others; one that is lost is not missed. */
  say = (aside: React | Tap): void => this.#send(aside);

  #send(action: ClientAction | React | Tap): void {
    if (this.online && this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(action));
    }
  }

  #hear(message: Sent<View> | Reply): void {
    this.#heard += 1;
    switch (message.type) {
      case 'view':
        this.#see(message);
        break;
      case 'ack':
        this.#pending.delete(message.id);
        this.#reached = message.version;
        this.#answered(message.id);
        break;
      case 'refusal':
        this.#refused(message);
        break;
      case 'reaction':
      case 'tapped':
        this.aside = message;
        break;
      case 'bye':
        if (message.code === 'outdated' && loadAnew()) break;
        if (message.code !== 'restarting') this.bye = message.code;
        break;
    }
  }

  #refused({ id, code }: Refusal): void {
    const action = this.#pending.get(id);
    if (code === 'server-error' && (action?.type === 'commit' || action?.type === 'reveal')) {
      this.#unwritten.push(action);
    } else {
      this.#pending.delete(id);
      if (!action || !AUTOMATIC.includes(action.type)) this.refusal = code;
    }
    this.#answered(id);
  }

  #see(sent: Sent<View>): void {
    const view: View = { layout: LAYOUTS[sent.options.variant], ...sent };
    this.ticket = null;
    this.lost = false;
    if (momentOf(view) !== momentOf(this.view)) this.refusal = null;
    if (!this.online) {
      this.online = true;
      this.#pause = FIRST_PAUSE;
      this.view = view;
      for (const action of this.#pending.values()) this.#send(action);
    } else if (!this.view || view.version >= this.view.version) {
      this.view = view;
    }
    for (const action of this.#unwritten.splice(0)) this.#send(action);
    this.#goOn();
  }
}
