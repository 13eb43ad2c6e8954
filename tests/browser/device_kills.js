/*
 * Plays on this device with the page's own worker, which is killed again and again. After each kill
 * the database must hold every action that was acknowledged. Runs in a page of the site.
 */

async ({ worker: address, kills, seed }) => {
  const SECRET = 'ab'.repeat(16);
  const PART = 'a1'.repeat(32);
  const bytes = Uint8Array.from(PART.match(/../g), (pair) => parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const SEAL = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');

  // Mulberry32
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };

  const name = (await indexedDB.databases()).find(({ name }) => name.startsWith('qwixx')).name;
  const open = () =>
    new Promise((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
    });
  const all = (database, store) =>
    new Promise((resolve) => {
      const request = database.transaction(store).objectStore(store).getAll();
      request.onsuccess = () => resolve(request.result);
    });

  const lives = { code: null, acknowledged: [], newest: 0, sent: 0, tables: 0, early: 0 };

  /** One life of a worker: it ends after that number of messages, and some milliseconds more. */
  const live = (messages, length) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(address, { type: 'module' });
      const send = (message) => worker.postMessage(message);
      let heard = 0;
      let last = null;
      const slow = setTimeout(() => reject(new Error(`nothing goes on: ${last}`)), 60_000);
      let done = '';
      const act = (view, body) => {
        const question = `${view.version} ${body.type}`;
        if (done === question) return;
        done = question;
        const id = `${++lives.sent}`;
        send({ type: 'message', connection: 1, message: { ...body, id, version: view.version } });
      };
      const play = (view) => {
        const { you, fair, stage } = view;
        const preferences = { ...you?.preferences, pace: 'at-once', autoPass: true };
        const own = fair?.parts.find(({ seat }) => seat === you?.seat);
        if (you && you.preferences.pace !== 'at-once') act(view, { type: 'preferences', preferences });
        else if (stage === 'over') act(view, { type: 'rematch' });
        else if (own && own.commitment === null)
          act(view, { type: 'commit', game: fair.game, commitment: SEAL });
        else if (own && own.part === null)
          act(view, { type: 'reveal', game: fair.game, part: PART });
        else if (you?.asked === 'roll') act(view, { type: 'roll' });
        else if (you?.asked && you.answer === null)
          act(view, { type: 'choose', move: you.offers[0]?.move ?? '-' });
      };
      const connect = () => {
        const hello = { type: 'hello', secret: SECRET, protocol: 1, ticket: null, knows: [] };
        send({ type: 'connect', connection: 1, code: lives.code, hello });
      };
      const end = () => {
        clearTimeout(slow);
        worker.terminate();
        if (!heard) lives.early += 1;
        resolve();
      };
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.onmessage = ({ data }) => {
        last = JSON.stringify(data);
        if (heard++ === messages) setTimeout(end, length);
        if (data.type === 'answer') {
          lives.code = data.body.code;
          lives.newest = 1;
          connect();
        } else if (data.type === 'message' && data.message.type === 'ack') {
          lives.acknowledged.push(data.message.id);
          lives.newest = Math.max(lives.newest, data.message.version);
        } else if (data.type === 'message' && data.message.type === 'view') {
          if (data.message.version < lives.newest)
            reject(new Error(`${data.message.version} after ${lives.newest} was acknowledged`));
          play(data.message);
        } else if (data.message?.type === 'refusal') {
          // A bot was faster; the next view asks again.
          done = '';
        } else if (data.type !== 'ready') reject(new Error(JSON.stringify(data)));
      };
      // Now and then while it starts, or while a table is being opened.
      const early = random();
      if (early < 0.1) setTimeout(end, early * 10_000);
      if (lives.code === null || early > 0.9) {
        lives.code = null;
        lives.tables += 1;
        const body = {
          secret: SECRET,
          name: 'Ann',
          options: { variant: 'classic', seats: 3, timer: 0, hints: false },
          bots: ['greedy', 'random'],
          start: true,
        };
        const people = [{ name: 'Ann', secret: SECRET, luck: PART }];
        send({ type: 'ask', id: 1, method: 'POST', path: 'tables', body, local: { people } });
      } else connect();
    });

  // As long as one worker runs, the browser need not compile the interpreter again.
  await new Promise((resolve) => {
    new Worker(address, { type: 'module' }).onmessage = resolve;
  });
  const logs = {};
  for (let kill = 0; kill < kills; kill++) {
    await live(Math.floor(random() * 30), random() * 20);
    const database = await open();
    const [entries, tables, people] = [
      await all(database, 'entries'),
      await all(database, 'tables'),
      await all(database, 'people'),
    ];
    database.close();
    const codes = (rows) => rows.map(({ code }) => code).join();
    if (codes(tables) !== codes(people)) throw new Error(`${codes(tables)}; ${codes(people)}`);
    const now = {};
    for (const { code, position, text } of entries) {
      now[code] ??= [];
      if (now[code].push(text) !== position) throw new Error(`${code} has no ${position}`);
    }
    for (const [code, before] of Object.entries(logs))
      if (before.some((text, i) => now[code]?.[i] !== text)) throw new Error(`${code} has changed`);
    Object.assign(logs, now);
    // The database may hold more: an action that was not acknowledged yet.
    const written = new Set(entries.map(({ text }) => JSON.parse(text).action));
    const lost = lives.acknowledged.filter((id) => !written.has(id));
    if (lost.length) throw new Error(`acknowledged and lost: ${lost}`);
    if (lives.code && (logs[lives.code]?.length ?? 0) < lives.newest)
      throw new Error(`${lives.newest} was acknowledged, found ${logs[lives.code]?.length}`);
  }
  const { tables, early, sent, acknowledged } = lives;
  return { tables, early, sent, acknowledged: acknowledged.length, entries: Object.values(logs).flat().length };
}
