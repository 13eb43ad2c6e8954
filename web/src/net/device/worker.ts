/*
 * Runs tables on this device: the interpreter, the same Python as on a server, and a database
 * instead of a disk. Nothing here knows the rules of the game.
 *
 * The engine answers each request with its effects: entries to write, messages to send, and the time
 * of its next call. A message leaves only after the entries are written, or after the page knows that
 * they could not be written.
 */

import type { TableSummary } from '../../protocol';
import type { LocalPeople } from './database';
import { startInterpreter, type Interpreter } from './interpreter';
import type { FromWorker, ToWorker, Trouble } from './messages';
import { DamagedLog, TableStore } from './tableStore';

/** The effects of a request; `src/qwixx/device/messages.py` describes each field. */
interface Effects {
  keep: [code: string, position: number, text: string][];
  send: [connection: number, message: never][];
  summaries: Record<string, TableSummary>;
  answer: { status: number; body: unknown } | null;
  next: number | null;
}

/** So long, in milliseconds, until what could not be written is tried again. */
const AGAIN = 5000;

let interpreter: Interpreter;
const store = new TableStore();
/** False from the moment that something could not be written, until it is. */
let saved = true;
/** The table of each connection. */
const connections = new Map<number, string>();
let timer: ReturnType<typeof setTimeout> | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;

const post = (message: FromWorker) => {
  self.postMessage(message);
};

function handle(request: unknown): Effects {
  return JSON.parse(interpreter.handle(JSON.stringify(request))) as Effects;
}

async function run(request: unknown, local?: Omit<LocalPeople, 'code'>): Promise<Effects> {
  const effects = handle(request);
  store.add(
    effects.keep.map(([code, position, text]) => ({ code, position, text })),
    effects.summaries,
  );
  const [opened] = effects.keep;
  if (local && opened) store.addPeople({ code: opened[0], ...local });
  if (effects.keep.length) await save();
  for (const [connection, message] of effects.send) {
    // Another tab may have taken the table over in this moment.
    if (connections.has(connection)) post({ type: 'message', connection, message });
  }
  clearTimeout(timer);
  if (effects.next !== null) {
    timer = setTimeout(() => enqueue(() => run({ type: 'tick' })), effects.next);
  }
  return effects;
}

/** Writes what is not on the disk yet. */
async function save(): Promise<void> {
  clearTimeout(retry);
  try {
    for (const code of await store.write()) lose(code);
    if (!saved) post({ type: 'saved', ok: (saved = true) });
  } catch {
    // The game goes on; the page says that it is not saved.
    post({ type: 'saved', ok: (saved = false) });
    retry = setTimeout(() => enqueue(save), AGAIN);
  }
}

/** Another tab has written to the log of a table: this one is not up to date any more. */
function lose(code: string): void {
  for (const [connection, other] of connections) {
    if (other !== code) continue;
    connections.delete(connection);
    handle({ type: 'disconnect', connection });
  }
  post({ type: 'trouble', code, why: 'taken' });
}

/** Loads a table that is to be played; returns what is wrong, if something is. */
async function load(code: string): Promise<Trouble | 'no-such-table' | null> {
  if (store.owns(code)) return null;
  let entries: string[] | null;
  try {
    entries = await store.take(code);
  } catch (error) {
    return error instanceof DamagedLog ? 'damaged' : 'storage';
  }
  if (!entries) return 'no-such-table';
  try {
    handle({ type: 'load', code, entries });
    return null;
  } catch {
    store.release(code);
    return 'unreadable';
  }
}

async function connect(message: Extract<ToWorker, { type: 'connect' }>): Promise<void> {
  const { connection, code } = message;
  let trouble = await load(code);
  if (!trouble) {
    connections.set(connection, code);
    const { answer } = await run(message);
    if (!answer) return;
    // The engine does not know this version of the protocol.
    connections.delete(connection);
    trouble = 'protocol';
  }
  if (trouble === 'no-such-table')
    post({ type: 'message', connection, message: { type: 'bye', code: trouble } });
  else post({ type: 'trouble', code, why: trouble });
}

async function ask(message: Extract<ToWorker, { type: 'ask' }>): Promise<void> {
  const { id, local, ...request } = message;
  const code = /^tables\/([A-Z]{6})/.exec(request.path)?.[1];
  const refuse = (status: number, why: string) =>
    post({ type: 'answer', id, status, body: { code: why } });
  try {
    // Another tab may play this table: it is looked at, and not taken over.
    if (code && !store.owns(code)) {
      const entries = await store.read(code);
      if (!entries) return refuse(404, 'no-such-table');
      handle({ type: 'load', code, entries });
    }
    const { answer } = await run(request, local);
    post({ type: 'answer', id, status: answer?.status ?? 500, body: answer?.body });
  } catch (error) {
    refuse(500, String(error));
  }
}

async function answer(message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'ask':
      return ask(message);
    case 'connect':
      return connect(message);
    case 'net':
      return interpreter.useNet(message.file).catch(() => undefined);
    case 'forget':
      return store.release(message.code);
    case 'disconnect':
      if (connections.delete(message.connection)) await run(message);
      return;
    case 'message':
      // A table that could not be loaded, or that another tab has taken over, has no connections.
      if (connections.has(message.connection)) await run(message);
  }
}

/** Requests are answered one after the other: each waits until the one before is on the disk. */
let queue: Promise<unknown> = startInterpreter().then((started) => {
  interpreter = started;
  post({ type: 'ready' });
});
// After an error nothing goes on: the page starts another worker.
queue.catch(fail);

function fail(error: unknown): void {
  post({ type: 'failed', message: String(error) });
}

function enqueue(task: () => unknown): void {
  queue = queue.then(task);
  queue.catch(fail);
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => enqueue(() => answer(data));
