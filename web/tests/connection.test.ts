import { createRequire } from 'node:module';
import { mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as Ws from 'ws';
import { lobby, white } from './fixtures';
import { LAYOUTS, PROTOCOL } from '../src/protocol';
import Stages from '../src/features/table/TableRoute.svelte';
import { Connection } from '../src/net/connection.svelte';
import { identities } from '../src/lib/identity';

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
let line: Connection;

function listen(port = 0): Promise<number> {
  server = new WebSocketServer({ host: '127.0.0.1', port });
  server.on('connection', (socket) =>
    socket.on('message', (data) => heard.push(JSON.parse(String(data)))),
  );
  return new Promise((done) =>
    server.on('listening', () => done((server.address() as { port: number }).port)),
  );
}
const say = (message: unknown) =>
  server.clients.forEach((socket) => socket.send(JSON.stringify(message)));
const count = (type: string) => heard.filter((message) => message.type === type).length;

beforeEach(async () => {
  heard = [];
  vi.stubGlobal('WebSocket', Quiet);
  line = new Connection(`ws://127.0.0.1:${await listen()}/`, 'a'.repeat(32));
  await vi.waitUntil(() => count('hello') === 1);
});
afterEach(() => {
  line.close();
  server.close();
  vi.unstubAllGlobals();
});

async function greet(version = 40) {
  say({ ...white(), version });
  await vi.waitUntil(() => line.view?.version === version);
}

it('says who it is and keeps the latest view', async () => {
  expect(heard[0]).toEqual({
    type: 'hello',
    secret: 'a'.repeat(32),
    ticket: null,
    protocol: PROTOCOL,
    knows: Object.keys(LAYOUTS),
  });
  expect(line.online).toBe(false);
  await greet(40);
  expect(line.online).toBe(true);
  say({ ...white(), version: 39 });
  await greet(41);
  expect(line.view!.version).toBe(41);
});

it('knows the printed card of a view that comes without it', async () => {
  say({ ...white(), layout: undefined });
  await vi.waitUntil(() => line.view);
  expect(line.view!.layout).toEqual(LAYOUTS.classic);
});

it('sends actions with an id of their own and the version that was seen', async () => {
  await greet(40);
  line.act({ type: 'choose', move: 'r7' });
  line.act({ type: 'retract' });
  await vi.waitUntil(() => count('retract') === 1);
  const [choose, retract] = heard.slice(1);
  expect(choose).toMatchObject({ type: 'choose', move: 'r7', version: 40 });
  expect(choose!.id).not.toBe(retract!.id);
});

it('changes a lobby one thing at a time, each on what came of the one before', async () => {
  const show = async (version: number, timer: number, hints: boolean) => {
    const { options, ...rest } = lobby();
    say({ ...rest, version, options: { ...options, timer, hints } });
    await vi.waitUntil(() => line.view?.version === version);
  };
  const sent = () => heard.slice(1);
  await show(7, 0, false);
  line.act(({ options }) => ({ type: 'options', options: { ...options, timer: 40 } }));
  line.act(({ options }) => ({ type: 'options', options: { ...options, hints: true } }));
  line.act({ type: 'start' });
  await vi.waitUntil(() => sent().length === 1);
  say({ type: 'ack', id: sent()[0]!.id, version: 8 });
  await show(8, 40, false);
  await vi.waitUntil(() => sent().length === 2);
  expect(sent()[1]).toMatchObject({ version: 8, options: { timer: 40, hints: true } });

  // What is refused keeps nothing back.
  say({ type: 'refusal', id: sent()[1]!.id, code: 'bot-cannot-play' });
  await vi.waitUntil(() => sent().length === 3);
  expect(sent()[2]).toMatchObject({ type: 'start', version: 8 });
  expect(line.refusal).toBe('bot-cannot-play');
});

it('comes back by itself and sends again only what was not acknowledged', async () => {
  await greet(40);
  line.act({ type: 'roll' });
  line.act({ type: 'choose', move: 'r7' });
  await vi.waitUntil(() => count('choose') === 1);
  const [rolled, chosen] = heard.slice(1);
  say({ type: 'ack', id: rolled!.id, version: 41 });
  await greet(41);

  server.clients.forEach((socket) => socket.terminate());
  await vi.waitUntil(() => !line.online);
  await vi.waitUntil(() => count('hello') === 2, 5000);
  await greet(42);
  await vi.waitUntil(() => count('choose') === 2);
  expect(heard.at(-1)!.id).toBe(chosen!.id);
  expect(count('roll')).toBe(1);
});

it('tells why something was refused, until the next action', async () => {
  await greet(40);
  line.act({ type: 'roll' });
  await vi.waitUntil(() => count('roll') === 1);
  say({ type: 'refusal', id: heard.at(-1)!.id, code: 'stale' });
  await vi.waitUntil(() => line.refusal === 'stale');
  line.act({ type: 'retract' });
  expect(line.refusal).toBeNull();
});

it('says nothing of a refusal of what was sent without the player', async () => {
  await greet(40);
  line.act({ type: 'choose', move: 'r7' });
  line.act({ type: 'preferences', preferences: { autoPass: true, autoRoll: true, pace: 'quick' } });
  await vi.waitUntil(() => count('preferences') === 1);
  const [chosen, preferred] = heard.slice(-2);
  say({ type: 'refusal', id: preferred!.id, code: 'server-error' });
  await greet(41);
  expect(line.refusal).toBeNull();
  say({ type: 'refusal', id: chosen!.id, code: 'stale' });
  await vi.waitUntil(() => line.refusal === 'stale');
  // Nor does it take away what the player is to read.
  line.act({ type: 'preferences', preferences: { autoPass: true, autoRoll: true, pace: 'quick' } });
  expect(line.refusal).toBe('stale');
});

it('sends what follows from a view when there is one', async () => {
  line.act(({ version }) => ({ type: 'reveal', game: `${version}`, part: 'a'.repeat(64) }));
  await greet(40);
  await vi.waitUntil(() => count('reveal') === 1);
  expect(heard.at(-1)).toMatchObject({ game: '40', version: 40 });
});

it('sends its part of the dice again where it could not be written', async () => {
  await greet(40);
  line.act({ type: 'reveal', game: 'CDFGHJ-1', part: 'a'.repeat(64) });
  await vi.waitUntil(() => count('reveal') === 1);
  const { id } = heard.at(-1)!;
  say({ type: 'refusal', id, code: 'server-error' });
  await greet(41);
  await vi.waitUntil(() => count('reveal') === 2);
  expect(heard.at(-1)!.id).toBe(id);
  expect(line.refusal).toBeNull();
  say({ type: 'ack', id, version: 42 });
  await greet(42);
  expect(count('reveal')).toBe(2);
});

it('stays away after a farewell', async () => {
  await greet(40);
  say({ type: 'bye', code: 'expired' });
  await vi.waitUntil(() => line.bye === 'expired');
  server.clients.forEach((socket) => socket.terminate());
  await vi.waitUntil(() => !line.online);
  await new Promise((done) => setTimeout(done, 700));
  expect(count('hello')).toBe(1);
});

it('notices a dead line soon after an action got no answer', async () => {
  await greet(40);
  server.clients.forEach((socket) => socket.pause());
  line.act({ type: 'roll' });
  await vi.waitUntil(() => !line.online, 5000);
  await vi.waitUntil(() => count('hello') === 2, 5000);
  await greet(40);
  await vi.waitUntil(() => count('roll') === 1);
});

it('notices a dead line within ten seconds, though nobody acts', async () => {
  await greet(40);
  server.clients.forEach((socket) => socket.pause());
  await vi.waitUntil(() => !line.online, 10_000);
}, 12_000);

it('asks whether the line is dead when the browser says so', async () => {
  await greet(40);
  window.dispatchEvent(new Event('offline'));
  await vi.waitUntil(() => count('hello') === 2);
  await greet(41);
  expect(line.online).toBe(true);
});

it('loads the page anew when the server speaks another version, but not again and again', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  sessionStorage.clear();
  await greet(40);
  say({ type: 'bye', code: 'outdated' });
  await vi.waitUntil(() => reload.mock.calls.length === 1);
  expect(line.bye).toBe(null);
  // The page that was loaded is told the same: it says so.
  say({ type: 'bye', code: 'outdated' });
  await vi.waitUntil(() => line.bye === 'outdated');
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
  const shown = mount(Stages, { target: document.body, props: { code: 'HKMPRT' } });
  await vi.waitUntil(() => count('hello') === 2);
  expect(identities()).toEqual([]);
  say(white());
  await vi.waitUntil(() => identities().length);
  expect(identities()[0]).toMatchObject({ code: 'HKMPRT', secret: heard.at(-1)!.secret });
  await unmount(shown);
});
