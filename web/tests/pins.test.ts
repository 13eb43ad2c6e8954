import { beforeEach, describe, expect, it } from 'vitest';
import { commitment } from '../src/lib/fair/seal';
import { fingerprint } from '../src/lib/fair/fingerprint';
import type { Kind, DiceWitness } from '../src/lib/fair/witness';
import { allSealed, isAlarm, observe, type Seen } from '../src/lib/fair/observe';
import type { Fair, FairPart } from '../src/protocol';
import { partFor } from '../src/lib/fair/part';
import { takeSeatFromLink, identityAt } from '../src/lib/identity';
import { seatLink } from '../src/lib/seatLink';
import { saveWitness, witnessAt } from '../src/lib/fair/witnessStore';

const part = (game: string, seat: number) =>
  commitment(`${seat}`.padStart(64, '0')).slice(0, 60) + `${game.length}`.padStart(4, '0');
const mine = (game: string) => part(game, 0);
const secret = 'ab'.repeat(32);

const sealed = (game: string, seat: number): FairPart => ({
  seat,
  commitment: commitment(part(game, seat)),
  part: null,
  excused: false,
});
const opened = (game: string, seat: number): FairPart => ({
  ...sealed(game, seat),
  part: part(game, seat),
});
const no = (seat: number): FairPart => ({ ...sealed(GAME, seat), commitment: null });
const left = (seat: number): FairPart => ({ seat, commitment: null, part: null, excused: true });

const GAME = 'CDFGHJ-1';
const base = (game = GAME): Fair => ({
  scheme: 'qwixx-fair-2',
  game,
  commitment: commitment(secret),
  secret: null,
  reveal: false,
  parts: [],
  first: null,
  restarts: [],
});

/** The views of an honest game of three, as seat 0 sees them; seat 3 is a bot. */
function honest(game = GAME, first: number | null = null): Seen[] {
  const fair = { ...base(game), first };
  const all = [0, 1, 2];
  const who = { seat: 0, players: all, begun: null, said: first };
  const begun = first ?? 2;
  return [
    {
      ...who,
      stage: 'lobby',
      fair: { ...fair, parts: [sealed(game, 0), ...all.slice(1).map(no)] },
    },
    {
      ...who,
      stage: 'sealing',
      fair: { ...fair, parts: [sealed(game, 0), sealed(game, 1), no(2)] },
    },
    {
      ...who,
      stage: 'sealing',
      fair: { ...fair, reveal: true, parts: all.map((seat) => sealed(game, seat)) },
    },
    {
      ...who,
      begun,
      stage: 'playing',
      fair: { ...fair, parts: all.map((seat) => opened(game, seat)) },
    },
    {
      ...who,
      begun,
      said: begun,
      next: (begun + 1) % 4,
      stage: 'over',
      fair: { ...fair, secret, parts: all.map((seat) => opened(game, seat)) },
    },
  ];
}

const watch = (views: Seen[], pin: DiceWitness | null = null, own = mine) =>
  views.reduce<DiceWitness | null>(
    (old, seen) => observe(old, JSON.parse(JSON.stringify(seen)), own),
    pin,
  )!;
const kinds = (pin: DiceWitness): Kind[] => pin.findings.map(({ kind }) => kind);

describe('an honest table', () => {
  it('gives no finding, and is remembered before any part is revealed', () => {
    const pin = watch(honest());
    expect(pin.findings).toEqual([]);
    expect(pin.before).toBe(true);
    expect(watch(honest('CDFGHJ-2'), pin).findings).toEqual([]);
  });
  it('may play again, and the next player clockwise begins', () => {
    const [, ...rematch] = honest('CDFGHJ-2', 3);
    const pin = watch(rematch, watch(honest()));
    expect(pin.findings).toEqual([]);
    expect(watch(honest('CDFGHJ-3', 0).slice(1), pin).findings).toEqual([]);
    // A player who did not see the end does not know whose turn it is.
    expect(watch(honest('CDFGHJ-4', 2).slice(1), pin).findings).toEqual([]);
  });
  it('may return to the lobby, which an absent player reads later', () => {
    const pin = watch(honest());
    expect(watch(honest('CDFGHJ-2').slice(1), pin).findings).toEqual([
      { kind: 'drawn', seats: [] },
    ]);
  });
  it('may restart the sealing of a rematch, and the same player begins', () => {
    const again = (first: number) =>
      honest('CDFGHJ-2.1', first)
        .slice(1)
        .map((seen) => ({
          ...seen,
          fair: {
            ...seen.fair,
            parts: [...seen.fair.parts.slice(0, 2), left(2)],
            restarts: [[2]],
          },
        }));
    const pin = watch(honest('CDFGHJ-2', 3).slice(1, 3), watch(honest()));
    expect(kinds(watch(again(3), pin))).toEqual(['restart']);
    expect(kinds(watch(again(1), pin))).toContain('first');
  });
  it('is the same for spectators and for players who come later', () => {
    const spectators = honest().map((seen) => ({ ...seen, seat: null }));
    expect(watch(spectators)).toMatchObject({ findings: [], before: true });
    expect(watch(spectators.slice(3))).toMatchObject({ findings: [], before: false });
  });
  it('may restart the sealing, and names the cause', () => {
    const again = honest('CDFGHJ-1.1').map((seen) => {
      const parts = seen.fair.parts.filter((each) => each.seat !== 2);
      return { ...seen, fair: { ...seen.fair, commitment: commitment('cd'.repeat(32)), parts } };
    });
    const shown = again.map((seen) => ({
      ...seen,
      fair: { ...seen.fair, parts: [...seen.fair.parts, left(2)], restarts: [[2]] },
    }));
    const pin = watch(shown.slice(1), watch(honest().slice(0, 3)));
    expect(pin.findings).toEqual([{ kind: 'restart', seats: [2] }]);
    expect(pin.findings.some(isAlarm)).toBe(false);
  });
  it('names the players without a part', () => {
    const views = honest().map((seen) => ({
      ...seen,
      fair: { ...seen.fair, parts: [seen.fair.parts[0]!, left(1), left(2)] },
    }));
    expect(watch(views).findings).toEqual([{ kind: 'late', seats: [1, 2] }]);
  });
});

describe('a dishonest table', () => {
  const [lobby, sealing, reveal, playing, over] = honest() as [Seen, Seen, Seen, Seen, Seen];
  const change = (seen: Seen, fair: Partial<Fair>): Seen => ({
    ...seen,
    fair: { ...seen.fair, ...fair },
  });
  const other = commitment('cd'.repeat(32));
  const start = [lobby, sealing, reveal];
  const swap = (seen: Seen, ...parts: FairPart[]) =>
    change(seen, {
      parts: seen.fair.parts.map((old) => parts.find((each) => each.seat === old.seat) ?? old),
    });
  const exchanged: FairPart = { ...opened('CDFGHJ-11', 1) };

  it.each<[string, Seen[], Kind]>([
    [
      'grinding its secret after the reveals',
      [...start, playing, change(over, { commitment: other })],
      'server',
    ],
    [
      'another secret before the reveals',
      [lobby, change(sealing, { commitment: other })],
      'server',
    ],
    ['another part of a player', [...start, swap(playing, exchanged)], 'part'],
    [
      'a part that does not open its commitment',
      [...start, swap(playing, { ...opened(GAME, 1), part: secret })],
      'part',
    ],
    [
      'a part that ends in a newline',
      [...start, swap(playing, { ...opened(GAME, 1), part: part(GAME, 1) + '\n' })],
      'part',
    ],
    [
      'a part that is dropped',
      [...start, change(playing, { parts: [opened(GAME, 0), opened(GAME, 1)] })],
      'part',
    ],
    ['a part that is dropped at the end', [...start, playing, swap(over, left(2))], 'part'],
    [
      'a part that is added',
      [...start, change(playing, { parts: [0, 1, 2, 3].map((seat) => opened(GAME, seat)) })],
      'part',
    ],
    ['my part exchanged', [...start, swap(playing, { ...opened('CDFGHJ-11', 0) })], 'own'],
    [
      'my part dropped',
      [...start, change(playing, { parts: [opened(GAME, 1), opened(GAME, 2)] })],
      'own',
    ],
    ['me excused after I sealed', [...start, swap(playing, left(0))], 'own'],
    [
      'my commitment exchanged before the reveals',
      [lobby, swap(reveal, { ...sealed('CDFGHJ-11', 0) })],
      'own',
    ],
    [
      'me made a bot for somebody who comes later',
      [change(playing, { parts: [opened(GAME, 1)] })],
      'own',
    ],
    ['me left out before', [lobby, swap(reveal, left(0))], 'ownLate'],
    [
      'everybody excused',
      [lobby, sealing, change(playing, { parts: [0, 1, 2].map(left) })],
      'nobody',
    ],
    ['nobody asked', [change(playing, { parts: [] })], 'nobody'],
    ['another first player', [...start, change(playing, { first: 2 })], 'first'],
    ['a first player who is not drawn', [change(lobby, { first: 1 })], 'first'],
    [
      'another player in a rematch than the next one',
      [...start, playing, over, ...honest('CDFGHJ-2', 2).slice(1)],
      'first',
    ],
    [
      'a player who begins instead of who should',
      [...start, playing, over, { ...honest('CDFGHJ-2', 3)[3]!, begun: 0 }],
      'first',
    ],
    [
      'a first player who is told and did not begin',
      [...start, playing, { ...over, said: 1 }],
      'first',
    ],
    ['asking for parts in the lobby', [change(lobby, { reveal: true })], 'early'],
    ['asking for parts too early', [lobby, change(sealing, { reveal: true })], 'early'],
    [
      'asking for parts without that of a player',
      [lobby, change(reveal, { parts: reveal.fair.parts.slice(0, 2) })],
      'early',
    ],
    [
      'a part that was never there',
      [lobby, change(playing, { parts: [opened(GAME, 0), opened(GAME, 1)] })],
      'part',
    ],
    [
      'a restart without a reason',
      [...start, change(honest('CDFGHJ-1.1')[2]!, { restarts: [] })],
      'server',
    ],
    [
      'a restart that blames me',
      [...start, change(honest('CDFGHJ-1.1')[1]!, { restarts: [[0]], parts: [left(0)] })],
      'ownRestart',
    ],
    ['a restart in the same game', [...start, change(playing, { restarts: [[2]] })], 'server'],
    [
      'a restart after the end',
      [...start, over, change(honest('CDFGHJ-1.1')[2]!, { restarts: [[2]] })],
      'server',
    ],
    [
      'an earlier restart forgotten',
      [
        change(honest('CDFGHJ-1.1')[2]!, { restarts: [[2]] }),
        change(honest('CDFGHJ-1.2')[2]!, { restarts: [[1], [2]] }),
      ],
      'server',
    ],
    ['a game that is given up', [...start, playing, honest('CDFGHJ-2')[2]!], 'unfinished'],
    [
      'a game that goes back',
      [change(honest('CDFGHJ-1.1')[2]!, { restarts: [[2]] }), reveal],
      'server',
    ],
  ])('by %s', (_, views, kind) => {
    const pin = watch(views);
    expect(kinds(pin)).toContain(kind);
    const names = pin.findings.map((each) => JSON.stringify(each));
    expect(new Set(names).size).toBe(names.length);
    // It is not forgotten because the table behaves again, or because the page was loaded again.
    const later = watch([views.at(-1)!], JSON.parse(JSON.stringify(pin)));
    expect(kinds(later)).toContain(kind);
  });

  it('is not given a part before all are sealed', () => {
    const early = change(sealing, { reveal: true });
    const [first, second] = reveal.fair.parts as [FairPart, FairPart];
    const views = [lobby, sealing, early, change(reveal, { parts: [first, second] })];
    expect(views.filter(allSealed)).toEqual([]);
    expect(allSealed(reveal)).toBe(true);
    expect(allSealed(swap(reveal, left(2)))).toBe(true);
    expect(watch([lobby, early]).findings).toEqual([{ kind: 'early', seats: [] }]);
  });

  it('is caught by spectators, too', () => {
    const views = [...start, playing, change(over, { commitment: other })];
    const pin = watch(views.map((seen) => ({ ...seen, seat: null })));
    expect(kinds(pin)).toEqual(['server']);
  });
});

describe('a seat that moves', () => {
  const code = 'CDFGHJ';
  beforeEach(() => localStorage.clear());

  it.each([
    ['in the lobby', 1],
    ['when all is sealed', 3],
    ['in the game', 4],
  ])('takes along what was seen %s', (_, seen) => {
    const identity = identityAt(code);
    const own = (game: string) => partFor(identity, game);
    const views = honest().map((view) => ({
      ...view,
      fair: {
        ...view.fair,
        parts: view.fair.parts.map((each) =>
          each.seat
            ? each
            : { ...each, commitment: commitment(own(GAME)), part: each.part && own(GAME) },
        ),
      },
    }));
    saveWitness(code, watch(views.slice(0, seen), null, own));
    const link = new URL(
      seatLink(`https://qwixx.example.org:8443/${code}`, 'f'.repeat(32), identity),
    );
    expect(link.href.length).toBeLessThan(213); // of the QR code
    localStorage.clear();
    expect(takeSeatFromLink(code, link.hash)).toBe('f'.repeat(32));
    const adopted = witnessAt(code)!;
    const rest = views.slice(seen - 1);
    expect(watch(rest, adopted, own).findings).toEqual([]);
    const lie = rest.map((view) => ({ ...view, fair: { ...view.fair, commitment: mine('x') } }));
    expect(kinds(watch(lie, adopted, own))).toContain('server');
    expect(fingerprint(adopted)).not.toBe(adopted.print);
  });
});
