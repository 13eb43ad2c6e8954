import { mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lobby, white } from './fixtures';
import { LAYOUTS, PROTOCOL } from '../src/protocol';
import TableRoute from '../src/features/table/TableRoute.svelte';
import { identities } from '../src/lib/identity';
import { type Outcome, TableSession } from '../src/net/tableSession.svelte';
import { SocketTransport } from '../src/net/transport/socket';

/** How long everything takes on the network of these tests, in milliseconds of their own clock. */
const LATENCY = 10;

/** A socket whose other end is the test. It opens by itself, unless the server is down. */
class TestSocket {
  static readonly OPEN = WebSocket.OPEN;
  readyState: number = WebSocket.CONNECTING;
  /** Nothing comes from the other end any more, and nobody says so. */
  dead = false;
  onopen = () => undefined;
  onclose = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;

  constructor(readonly address: string) {
    sockets.push(this);
    setTimeout(() => (serverIsUp ? this.#open() : this.drop()), LATENCY);
  }
  #open(): void {
    if (this.readyState !== WebSocket.CONNECTING) return;
    this.readyState = WebSocket.OPEN;
    this.onopen();
  }
  send(text: string): void {
    if (this.readyState !== WebSocket.OPEN) throw new Error('this socket is not open');
    if (!this.dead) heard.push(JSON.parse(text) as Heard);
  }
  /** A broken connection never answers a request to close it. */
  close(): void {
    if (this.readyState >= WebSocket.CLOSING) return;
    this.readyState = WebSocket.CLOSING;
    if (!this.dead) setTimeout(() => this.drop(), LATENCY);
  }
  drop(): void {
    this.readyState = WebSocket.CLOSED;
    this.onclose();
  }
}

interface Heard {
  type: string;
  id?: string;
  version?: number;
  secret?: string;
}
let sockets: TestSocket[];
let heard: Heard[];
let serverIsUp: boolean;
let table: TableSession;

const openSockets = () => sockets.filter(({ readyState }) => readyState === WebSocket.OPEN);
const tell = (message: unknown) =>
  openSockets().forEach((socket) => socket.onmessage({ data: JSON.stringify(message) }));
const drop = () => openSockets().forEach((socket) => socket.drop());
const count = (type: string) => heard.filter((message) => message.type === type).length;
/** Lets time pass, and everything happen that is due in it. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(async () => {
  [sockets, heard, serverIsUp] = [[], [], true];
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', TestSocket);
  table = new TableSession(new SocketTransport('ws://qwixx.example/'), 'a'.repeat(32));
  await pass(LATENCY);
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function greet(version = 40) {
  tell({ ...white(), version });
  expect(table.view?.version).toBe(version);
}

it('sends its identity and keeps the latest view', () => {
  expect(heard).toEqual([
    {
      type: 'hello',
      secret: 'a'.repeat(32),
      ticket: null,
      protocol: PROTOCOL,
      knows: Object.keys(LAYOUTS),
    },
  ]);
  expect(table.online).toBe(false);
  greet(40);
  expect(table.online).toBe(true);
  tell({ ...white(), version: 39 });
  expect(table.view!.version).toBe(40);
  greet(41);
});

it('knows the printed card of a view that comes without it', () => {
  tell({ ...white(), layout: undefined });
  expect(table.view!.layout).toEqual(LAYOUTS.classic);
});

it('sends actions with an id of their own and the version that was seen', () => {
  greet(40);
  void table.act({ type: 'choose', move: 'r7' });
  void table.act({ type: 'retract' });
  const [choose, retract] = heard.slice(1);
  expect(choose).toMatchObject({ type: 'choose', move: 'r7', version: 40 });
  expect(retract).toMatchObject({ type: 'retract', version: 40 });
  expect(choose!.id).not.toBe(retract!.id);
});

/** The answers to actions, in the order in which they come. */
function answersOf(...asked: Promise<Outcome>[]): Outcome[] {
  const answers: Outcome[] = [];
  for (const each of asked) void each.then((outcome) => answers.push(outcome));
  return answers;
}

it('answers each action with its result, in any order', async () => {
  greet(40);
  const [first, second] = [
    table.act({ type: 'choose', move: 'r7' }),
    table.act({ type: 'retract' }),
  ];
  const [choose, retract] = heard.slice(1);
  tell({ type: 'refusal', id: retract!.id, code: 'nothing-to-retract' });
  tell({ type: 'ack', id: choose!.id, version: 41 });
  expect(await first).toEqual({ ok: true, version: 41 });
  expect(await second).toEqual({ ok: false, code: 'nothing-to-retract' });
});

it('changes a lobby one option at a time, each on the latest version', async () => {
  tell({ ...lobby(), version: 7 });
  const sent = () => heard.slice(1);
  const answers = answersOf(
    table.act({ type: 'bot', seat: 1, level: 'casual' }),
    table.act({ type: 'bot', seat: 2, level: 'nobody' }),
    table.act({ type: 'start' }),
  );
  await pass(0);
  expect(sent()).toHaveLength(1);
  tell({ type: 'ack', id: sent()[0]!.id, version: 8 });
  // The view may be later than the answer.
  await pass(0);
  expect(sent()).toHaveLength(2);
  expect(sent()[1]).toMatchObject({ type: 'bot', seat: 2, version: 8 });

  // A refusal does not stop the next one.
  tell({ type: 'refusal', id: sent()[1]!.id, code: 'no-such-bot' });
  await pass(0);
  expect(sent()).toHaveLength(3);
  expect(sent()[2]).toMatchObject({ type: 'start', version: 8 });
  expect(table.refusal).toBe('no-such-bot');
  expect(answers).toEqual([
    { ok: true, version: 8 },
    { ok: false, code: 'no-such-bot' },
  ]);
});

it('reconnects by itself and sends only unacknowledged actions again', async () => {
  greet(40);
  void table.act({ type: 'roll' });
  const answers = answersOf(table.act({ type: 'choose', move: 'r7' }));
  const [rolled, chosen] = heard.slice(1);
  tell({ type: 'ack', id: rolled!.id, version: 41 });
  greet(41);

  drop();
  expect(table.online).toBe(false);
  expect(table.lost).toBe(true);
  await pass(400 + LATENCY);
  expect(count('hello')).toBe(2);
  expect(count('choose')).toBe(1);
  greet(42);
  expect(table.lost).toBe(false);
  expect(count('choose')).toBe(2);
  expect(heard.at(-1)!.id).toBe(chosen!.id);
  expect(count('roll')).toBe(1);
  expect(answers).toEqual([]);
  tell({ type: 'ack', id: chosen!.id, version: 43 });
  await pass(0);
  expect(answers).toEqual([{ ok: true, version: 43 }]);
});

it('believes the first view of a new connection', async () => {
  greet(40);
  drop();
  await pass(400 + LATENCY);
  greet(30);
});

it('asks a server that is down less and less often, and is back soon after it is', async () => {
  greet(40);
  serverIsUp = false;
  drop();
  await pass(60_000);
  // After 0.3, 0.6, 1.2, 2.4, 4.8 and then every 8 seconds, each give or take a third.
  expect(sockets.length).toBeGreaterThanOrEqual(1 + 8);
  expect(sockets.length).toBeLessThanOrEqual(1 + 15);
  serverIsUp = true;
  await pass(11_000);
  expect(count('hello')).toBe(2);
  // Now that it was there, it is asked again at once.
  greet(41);
  drop();
  await pass(400 + LATENCY);
  expect(count('hello')).toBe(3);
});

it('shows the reason of a refusal until the next action', () => {
  greet(40);
  void table.act({ type: 'roll' });
  tell({ type: 'refusal', id: heard.at(-1)!.id, code: 'stale' });
  expect(table.refusal).toBe('stale');
  void table.act({ type: 'retract' });
  expect(table.refusal).toBeNull();
});

it('shows no refusal of an action that the player did not take', () => {
  greet(40);
  const preferences = { autoPass: true, autoRoll: true, pace: 'quick' } as const;
  void table.act({ type: 'choose', move: 'r7' });
  void table.act({ type: 'preferences', preferences }, true);
  const [chosen, preferred] = heard.slice(-2);
  tell({ type: 'refusal', id: preferred!.id, code: 'server-error' });
  expect(table.refusal).toBeNull();
  tell({ type: 'refusal', id: chosen!.id, code: 'stale' });
  expect(table.refusal).toBe('stale');
  // Nor does it take away what the player is to read.
  void table.act({ type: 'preferences', preferences }, true);
  expect(table.refusal).toBe('stale');
});

it('passes reactions on, and views with the view before', () => {
  const heardOf: unknown[] = [];
  const stop = table.on('reaction', ({ sign }) => heardOf.push(sign));
  table.on('view', ({ version }, before) => heardOf.push([version, before?.version]));
  greet(40);
  tell({ type: 'reaction', seat: 1, sign: 'wave' });
  greet(41);
  stop();
  tell({ type: 'reaction', seat: 1, sign: 'ouch' });
  greet(42);
  expect(heardOf).toEqual([[40, undefined], 'wave', [41, 40], [42, 41]]);
});

it('does not reconnect after a final bye', async () => {
  greet(40);
  tell({ type: 'bye', code: 'expired' });
  expect(table.bye).toBe('expired');
  expect(table.online).toBe(false);
  drop();
  window.dispatchEvent(new Event('online'));
  await pass(60_000);
  expect(sockets).toHaveLength(1);
  expect(sockets[0]!.readyState).toBe(WebSocket.CLOSED);
});

it('reconnects after a bye of a server that restarts', async () => {
  greet(40);
  tell({ type: 'bye', code: 'restarting' });
  expect(table.bye).toBeNull();
  drop();
  await pass(400 + LATENCY);
  expect(count('hello')).toBe(2);
});

it('notices a broken connection soon after an action without an answer', async () => {
  greet(40);
  sockets[0]!.dead = true;
  void table.act({ type: 'roll' });
  await pass(2600);
  expect(table.online).toBe(false);
  expect(count('hello')).toBe(2);
  greet(40);
  expect(count('roll')).toBe(1);
  // The broken connection is given up, and its later events do not matter.
  expect(sockets[0]!.readyState).toBe(WebSocket.CLOSING);
  sockets[0]!.drop();
  expect(table.online).toBe(true);
});

it('notices a broken connection within ten seconds without actions', async () => {
  greet(40);
  sockets[0]!.dead = true;
  await pass(10_000);
  expect(table.online).toBe(false);
  expect(count('hello')).toBe(2);
});

it('keeps a connection that answers a question', async () => {
  greet(40);
  for (let seconds = 0; seconds < 60; seconds++) {
    const asked = count('hello');
    await pass(1000);
    if (count('hello') > asked) greet(40);
  }
  expect(sockets).toHaveLength(1);
  expect(table.online).toBe(true);
});

it('asks the server if the browser reports a lost network', async () => {
  greet(40);
  window.dispatchEvent(new Event('offline'));
  expect(count('hello')).toBe(2);
  greet(41);
  await pass(2000);
  expect(table.online).toBe(true);
  expect(sockets).toHaveLength(1);
});

it('does not wait for the next attempt when the browser is back on the network', async () => {
  greet(40);
  serverIsUp = false;
  drop();
  await pass(20_000);
  serverIsUp = true;
  const before = sockets.length;
  window.dispatchEvent(new Event('online'));
  await pass(LATENCY);
  expect(count('hello')).toBe(2);
  await pass(20_000);
  expect(sockets).toHaveLength(before + 1);
});

it('reloads the page once if the server has another version', () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  sessionStorage.clear();
  greet(40);
  tell({ type: 'bye', code: 'outdated' });
  expect(reload).toHaveBeenCalledTimes(1);
  expect(table.bye).toBe(null);
  // The reloaded page gets the same answer and shows it.
  tell({ type: 'bye', code: 'outdated' });
  expect(table.bye).toBe('outdated');
  expect(reload).toHaveBeenCalledTimes(1);
  reload.mockRestore();
});

it('remembers your identity at a table only if it was found', async () => {
  localStorage.clear();
  const shown = mount(TableRoute, { target: document.body, props: { code: 'HKMPRT' } });
  await pass(LATENCY);
  expect(sockets.at(-1)!.address).toMatch(/^ws:.*\/api\/tables\/HKMPRT\/socket$/);
  expect(count('hello')).toBe(2);
  expect(identities()).toEqual([]);
  tell(white());
  await vi.waitUntil(() => identities().length);
  const { secret } = heard.findLast(({ type }) => type === 'hello')!;
  expect(identities()[0]).toMatchObject({ code: 'HKMPRT', secret });
  await unmount(shown);
});
