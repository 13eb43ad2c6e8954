import { createRequire } from 'node:module';
import { mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as Ws from 'ws';
import { lobby, white } from './fixtures';
import { LAYOUTS, PROTOCOL } from '../src/protocol';
import TableRoute from '../src/features/table/TableRoute.svelte';
import { identities } from '../src/lib/identity';
import { type Outcome, TableSession } from '../src/net/tableSession.svelte';
import { SocketTransport } from '../src/net/transport/socket';

// Tests resolve packages as a browser does, where this one is empty.
const { WebSocket: Socket, WebSocketServer } = createRequire(import.meta.url)('ws') as typeof Ws;

/** As in a browser, where closing a socket that is still being opened is nobody's error. */
class Quiet extends Socket {
  constructor(address: string) {
    super(address);
    this.on('error', () => undefined);
  }
}

/** A real server on loopback that notes what it hears and says what it is told to. */
let server: Ws.WebSocketServer;
let heard: { type: string; id?: string; version?: number; secret?: string }[];
let table: TableSession;

function listen(port = 0): Promise<number> {
  server = new WebSocketServer({ host: '127.0.0.1', port });
  // A socket of the test before may still speak: what it says belongs to that test.
  const mine = heard;
  server.on('connection', (socket) =>
    socket.on('message', (data) => mine.push(JSON.parse(String(data)))),
  );
  return new Promise((done) =>
    server.on('listening', () => done((server.address() as { port: number }).port)),
  );
}
const tell = (message: unknown) =>
  server.clients.forEach((socket) => socket.send(JSON.stringify(message)));
const count = (type: string) => heard.filter((message) => message.type === type).length;

beforeEach(async () => {
  heard = [];
  vi.stubGlobal('WebSocket', Quiet);
  table = new TableSession(
    new SocketTransport(`ws://127.0.0.1:${await listen()}/`),
    'a'.repeat(32),
  );
  await vi.waitUntil(() => count('hello') === 1);
});
afterEach(() => {
  table.close();
  server.close();
  vi.unstubAllGlobals();
});

async function greet(version = 40) {
  tell({ ...white(), version });
  await vi.waitUntil(() => table.view?.version === version);
}

it('says who it is and keeps the latest view', async () => {
  expect(heard[0]).toEqual({
    type: 'hello',
    secret: 'a'.repeat(32),
    ticket: null,
    protocol: PROTOCOL,
    knows: Object.keys(LAYOUTS),
  });
  expect(table.online).toBe(false);
  await greet(40);
  expect(table.online).toBe(true);
  tell({ ...white(), version: 39 });
  await greet(41);
  expect(table.view!.version).toBe(41);
});

it('knows the printed card of a view that comes without it', async () => {
  tell({ ...white(), layout: undefined });
  await vi.waitUntil(() => table.view);
  expect(table.view!.layout).toEqual(LAYOUTS.classic);
});

it('sends actions with an id of their own and the version that was seen', async () => {
  await greet(40);
  void table.act({ type: 'choose', move: 'r7' });
  void table.act({ type: 'retract' });
  await vi.waitUntil(() => count('retract') === 1);
  const [choose, retract] = heard.slice(1);
  expect(choose).toMatchObject({ type: 'choose', move: 'r7', version: 40 });
  expect(choose!.id).not.toBe(retract!.id);
});

/** The answers to actions, in the order in which they come. */
function answersOf(...asked: Promise<Outcome>[]): Outcome[] {
  const answers: Outcome[] = [];
  for (const each of asked) void each.then((outcome) => answers.push(outcome));
  return answers;
}

it('answers each action with what came of it, in whatever order', async () => {
  await greet(40);
  const [first, second] = [
    table.act({ type: 'choose', move: 'r7' }),
    table.act({ type: 'retract' }),
  ];
  await vi.waitUntil(() => count('retract') === 1);
  const [choose, retract] = heard.slice(1);
  tell({ type: 'refusal', id: retract!.id, code: 'nothing-to-retract' });
  tell({ type: 'ack', id: choose!.id, version: 41 });
  expect(await first).toEqual({ ok: true, version: 41 });
  expect(await second).toEqual({ ok: false, code: 'nothing-to-retract' });
});

it('changes a lobby one thing at a time, each on what came of the one before', async () => {
  tell({ ...lobby(), version: 7 });
  await vi.waitUntil(() => table.view?.version === 7);
  const sent = () => heard.slice(1);
  const answers = answersOf(
    table.act({ type: 'bot', seat: 1, level: 'casual' }),
    table.act({ type: 'bot', seat: 2, level: 'nobody' }),
    table.act({ type: 'start' }),
  );
  await vi.waitUntil(() => sent().length === 1);
  tell({ type: 'ack', id: sent()[0]!.id, version: 8 });
  // The view may be later than the answer.
  await vi.waitUntil(() => sent().length === 2);
  expect(sent()[1]).toMatchObject({ type: 'bot', seat: 2, version: 8 });

  // A refusal does not stop the next one.
  tell({ type: 'refusal', id: sent()[1]!.id, code: 'no-such-bot' });
  await vi.waitUntil(() => sent().length === 3);
  expect(sent()[2]).toMatchObject({ type: 'start', version: 8 });
  expect(table.refusal).toBe('no-such-bot');
  expect(answers).toEqual([
    { ok: true, version: 8 },
    { ok: false, code: 'no-such-bot' },
  ]);
});

it('comes back by itself and sends again only what was not acknowledged', async () => {
  await greet(40);
  void table.act({ type: 'roll' });
  const answers = answersOf(table.act({ type: 'choose', move: 'r7' }));
  await vi.waitUntil(() => count('choose') === 1);
  const [rolled, chosen] = heard.slice(1);
  tell({ type: 'ack', id: rolled!.id, version: 41 });
  await greet(41);

  server.clients.forEach((socket) => socket.terminate());
  await vi.waitUntil(() => !table.online);
  await vi.waitUntil(() => count('hello') === 2);
  await greet(42);
  await vi.waitUntil(() => count('choose') === 2);
  expect(heard.at(-1)!.id).toBe(chosen!.id);
  expect(count('roll')).toBe(1);
  expect(answers).toEqual([]);
  tell({ type: 'ack', id: chosen!.id, version: 43 });
  await vi.waitUntil(() => answers.length);
  expect(answers).toEqual([{ ok: true, version: 43 }]);
});

it('tells why something was refused, until the next action', async () => {
  await greet(40);
  void table.act({ type: 'roll' });
  await vi.waitUntil(() => count('roll') === 1);
  tell({ type: 'refusal', id: heard.at(-1)!.id, code: 'stale' });
  await vi.waitUntil(() => table.refusal === 'stale');
  void table.act({ type: 'retract' });
  expect(table.refusal).toBeNull();
});

it('says nothing of a refusal of what was sent without the player', async () => {
  await greet(40);
  void table.act({ type: 'choose', move: 'r7' });
  void table.act(
    { type: 'preferences', preferences: { autoPass: true, autoRoll: true, pace: 'quick' } },
    true,
  );
  await vi.waitUntil(() => count('preferences') === 1);
  const [chosen, preferred] = heard.slice(-2);
  tell({ type: 'refusal', id: preferred!.id, code: 'server-error' });
  await greet(41);
  expect(table.refusal).toBeNull();
  tell({ type: 'refusal', id: chosen!.id, code: 'stale' });
  await vi.waitUntil(() => table.refusal === 'stale');
  // Nor does it take away what the player is to read.
  void table.act(
    { type: 'preferences', preferences: { autoPass: true, autoRoll: true, pace: 'quick' } },
    true,
  );
  expect(table.refusal).toBe('stale');
});

it('passes on what is shown and forgotten, and views with the one before', async () => {
  const heardOf: unknown[] = [];
  const stop = table.on('reaction', ({ sign }) => heardOf.push(sign));
  table.on('view', ({ version }, before) => heardOf.push([version, before?.version]));
  await greet(40);
  tell({ type: 'reaction', seat: 1, sign: 'wave' });
  await greet(41);
  stop();
  tell({ type: 'reaction', seat: 1, sign: 'ouch' });
  await greet(42);
  expect(heardOf).toEqual([[40, undefined], 'wave', [41, 40], [42, 41]]);
});

it('stays away after a farewell', async () => {
  await greet(40);
  tell({ type: 'bye', code: 'expired' });
  await vi.waitUntil(() => table.bye === 'expired');
  server.clients.forEach((socket) => socket.terminate());
  await vi.waitUntil(() => !table.online);
  await new Promise((done) => setTimeout(done, 700));
  expect(count('hello')).toBe(1);
});

it('notices a dead line soon after an action got no answer', async () => {
  await greet(40);
  server.clients.forEach((socket) => socket.pause());
  void table.act({ type: 'roll' });
  await vi.waitUntil(() => !table.online);
  await vi.waitUntil(() => count('hello') === 2);
  await greet(40);
  await vi.waitUntil(() => count('roll') === 1);
});

it('notices a dead line within ten seconds, though nobody acts', async () => {
  await greet(40);
  server.clients.forEach((socket) => socket.pause());
  await vi.waitUntil(() => !table.online, 10_000);
}, 12_000);

it('asks whether the line is dead when the browser says so', async () => {
  await greet(40);
  window.dispatchEvent(new Event('offline'));
  await vi.waitUntil(() => count('hello') === 2);
  await greet(41);
  expect(table.online).toBe(true);
});

it('loads the page anew when the server speaks another version, but not again and again', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  sessionStorage.clear();
  await greet(40);
  tell({ type: 'bye', code: 'outdated' });
  await vi.waitUntil(() => reload.mock.calls.length === 1);
  expect(table.bye).toBe(null);
  // The page that was loaded is told the same: it says so.
  tell({ type: 'bye', code: 'outdated' });
  await vi.waitUntil(() => table.bye === 'outdated');
  expect(reload).toHaveBeenCalledTimes(1);
  reload.mockRestore();
});

it('remembers who you are at a table that was found, and nothing of one that was not', async () => {
  const { port } = server.address() as { port: number };
  vi.stubGlobal(
    'WebSocket',
    class extends Quiet {
      constructor() {
        super(`ws://127.0.0.1:${port}/`);
      }
    },
  );
  localStorage.clear();
  const shown = mount(TableRoute, { target: document.body, props: { code: 'HKMPRT' } });
  await vi.waitUntil(() => count('hello') === 2);
  expect(identities()).toEqual([]);
  tell(white());
  await vi.waitUntil(() => identities().length);
  expect(identities()[0]).toMatchObject({ code: 'HKMPRT', secret: heard.at(-1)!.secret });
  await unmount(shown);
});
