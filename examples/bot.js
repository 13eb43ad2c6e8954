'use strict';
/*
 * A bot in plain JavaScript: nothing but Node's own WebSocket and docs/protocol.md.
 *
 *   node examples/bot.js http://192.168.0.10:8000/HKMPRT Robin
 *
 * It takes a free seat, adds its part to the dice and crosses the cell that skips fewest. At the end
 * it prints the result. If the connection drops, it reconnects and repeats an unanswered action.
 */

const { createHash, randomBytes } = require('node:crypto');

const PROTOCOL = 1;
/** http or https, the server, and perhaps a path, then the code of the table. */
const LINK = /^http(s?):\/\/([^/].*)\/([a-z]{6})\/?$/i;
/** Nobody knows whether it was done: the same again, and it is done once. */
const AGAIN = ['server-error', 'too-many-requests'];
/** Something else was decided meanwhile, by a clock perhaps. The next view says what is asked now. */
const LATE = ['stale', 'wrong-phase', 'wrong-stage', 'not-your-decision', 'already-answered'];

/** Chooses the cross that skips the fewest cells: at most one, or three to avoid a misthrow. */
function choose(you) {
  const most = you.pass.misthrow ? 3 : 1;
  const offers = you.offers.filter((offer) => offer.locks || offer.skips <= most);
  offers.sort((a, b) => b.locks - a.locks || a.skips - b.skips);
  return offers.length ? offers[0].move : '-';
}

class Player {
  constructor(link, name) {
    const [, secure, place, code] = LINK.exec(link);
    this.url = `ws${secure}://${place}/api/tables/${code.toUpperCase()}/socket`;
    this.name = name;
    /** Our identity at this table: the same secret finds the same seat again. */
    this.secret = randomBytes(16).toString('hex');
    /** Our part in the dice of each game: drawn once, sealed first, shown later. */
    this.parts = new Map();
    /** The server's commitment for each game, as we first saw it … */
    this.commitments = new Map();
    /** … and all players, just before we revealed our part: see `promises`. */
    this.sealed = new Map();
    /** The action that was sent and is not answered yet. */
    this.pending = null;
    this.view = null;
    this.pause = 50;
  }

  come() {
    this.socket = new WebSocket(this.url);
    this.socket.addEventListener('open', () => {
      this.send({
        type: 'hello',
        secret: this.secret,
        protocol: PROTOCOL,
        program: true,
      });
      // The server does the same action only once, so it may be sent again.
      if (this.pending) this.send(this.pending);
    });
    this.socket.addEventListener('message', ({ data }) => this.hear(JSON.parse(data)));
    this.socket.addEventListener('close', () => {
      if (!this.view) this.end(1, `cannot reach ${this.url}`);
      // The server said nothing, or that it starts again: then it is right to come back.
      setTimeout(() => this.come(), this.pause);
      this.pause = Math.min(2 * this.pause, 5000);
    });
    this.socket.addEventListener('error', () => undefined); // 'close' follows
  }

  send(message) {
    // Without a connection, the message is sent after the next one is open.
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** One action at a time; its id says which answer belongs to it. */
  act(type, more = {}) {
    const id = randomBytes(8).toString('hex');
    this.pending = { type, id, version: this.view.version, ...more };
    this.send(this.pending);
  }

  hear(message) {
    if (message.type === 'bye') {
      if (message.code !== 'restarting') this.end(1, `sent away: ${message.code}`);
      return;
    }
    if (message.type === 'view') {
      this.view = message;
      this.pause = 50;
    } else if (message.id === this.pending?.id) {
      if (message.type === 'refusal' && AGAIN.includes(message.code)) {
        setTimeout(() => this.pending && this.send(this.pending), 500);
        return;
      }
      const { type, version } = this.pending;
      this.pending = null;
      if (message.type === 'refusal' && !LATE.includes(message.code))
        this.end(1, `${type} was refused: ${message.code}`);
      // The view that shows the result may arrive later.
      if (this.view.version < (message.version ?? version + 1)) return;
    }
    if (!this.pending) this.decide(this.view);
  }

  decide(view) {
    const { stage, you, seats, game, result, fair, real } = view;
    if (!you) {
      if (stage !== 'lobby') this.end(1, 'a game is being played');
      else this.act('sit', { name: this.name, seat: null });
    } else if (stage === 'lobby' || stage === 'sealing') {
      if (fair) this.seal(view);
    } else if (stage === 'over') {
      if (fair) this.check(fair, you.seat);
      const scores = seats.map(({ name }, seat) => `${name} ${game.cards[seat].total}`);
      const winners = result.winners.map((seat) => seats[seat].name);
      this.end(0, `${scores.join(', ')}; ${winners.join(' and ')} won`);
    } else if (real?.entered?.asked && real.entered.agreeing === you.seat) {
      this.act('answer-correction', { agree: true });
    } else if (you.asked === 'roll') {
      this.act('roll');
    } else if (you.asked && you.answer === null) {
      this.act('choose', { move: choose(you) });
    }
  }

  /** First all commit to a part of the dice, the server included; then all reveal theirs. */
  seal({ stage, fair, seats, you }) {
    const { game, reveal, parts } = fair;
    // The server sealed its secret before it saw our part, and may not change it.
    if (this.commitments.get(game) === undefined) this.commitments.set(game, fair.commitment);
    if (!this.parts.has(game)) this.parts.set(game, randomBytes(32).toString('hex'));
    const part = this.parts.get(game);
    const own = parts.find((each) => each.seat === you.seat);
    if (!own || own.excused) return;
    if (own.commitment === null) this.act('commit', { game, commitment: sha256(part) });
    // The server says when to reveal. Believe it only if you see everybody's commitment.
    else if (stage === 'sealing' && reveal && own.part === null && allSealed(seats, parts)) {
      this.sealed.set(game, promises(parts));
      this.act('reveal', { game, part });
    }
  }

  /** Checks that the sealed parts made the dice; `qwixx verify` also computes each roll again. */
  check({ game, secret, parts }, seat) {
    const sealed = this.sealed.get(game);
    const own = parts.find((each) => each.seat === seat);
    const opened = parts.every((each) => each.excused || sha256(each.part) === each.commitment);
    if (sha256(secret) !== this.commitments.get(game)) this.end(1, 'the server changed its secret');
    const late = own?.excused && !sealed; // then the dice are made without our part
    const kept = own?.part === this.parts.get(game) && sealed === promises(parts) && opened;
    if (!late && !kept) this.end(1, 'the dice are not made of the parts that were sealed');
  }

  end(code, text) {
    (code ? console.error : console.log)(text);
    process.exit(code);
  }
}

/** Whether every player has committed to a part or is excused. Until then we reveal nothing. */
const allSealed = (seats, parts) =>
  seats.every(({ kind }, seat) => kind !== 'player' || parts.some((part) => part.seat === seat)) &&
  parts.every((part) => part.commitment || part.excused);

/** Everybody's commitment, as a text that can be compared. */
const promises = (parts) =>
  parts.map((part) => `${part.seat} ${part.excused ? '' : part.commitment}`).join('\n');

/** Of the bytes that the hex digits stand for. */
const sha256 = (hex) =>
  createHash('sha256')
    .update(Buffer.from(hex ?? '', 'hex'))
    .digest('hex');

if (typeof WebSocket === 'undefined') {
  console.error(
    `this needs Node 22 or newer, which has a WebSocket; this is Node ${process.version}`,
  );
  process.exit(2);
}
const [link = '', name = 'Robin'] = process.argv.slice(2);
if (!LINK.test(link)) {
  console.error(link ? `no link of a table: ${link}` : 'usage: node bot.js LINK [NAME]');
  process.exit(2);
}
new Player(link, name).come();
