/* Views such as a server might send, for the gallery and for component tests. */

import { at } from '../src/lib/itemAt';
import { LAYOUTS } from '../src/protocol';
import type {
  Card,
  ColourDie,
  Dice,
  Layout,
  LobbyView,
  Offer,
  OverView,
  PlayingView,
  Refused,
  Seat,
  You,
} from '../src/protocol';

/** The view of a player. */
export type Played = PlayingView & { you: You };

export function card(layout: Layout, marks: string[], misthrows = 0, locked: number[] = []): Card {
  const rows = marks.map((text, i) => {
    const crosses = [...text].filter((sign) => sign === 'x').length + Number(locked.includes(i));
    return {
      marks: text,
      locked: locked.includes(i),
      crosses,
      points: crosses ? at(layout.points, crosses - 1) : 0,
    };
  });
  const total = rows.reduce((sum, row) => sum + row.points, 0) + misthrows * layout.misthrow;
  return { rows, misthrows, total, lucky: [] };
}

export function dice(text: string): Dice {
  const [whites = '', colours = ''] = text.split('/');
  const white = [...whites].map(Number);
  return {
    text,
    white,
    sum: at(white, 0) + at(white, 1),
    colours: [...colours].map((sign, i): ColourDie | null =>
      sign === '.'
        ? null
        : {
            colour: at(['r', 'y', 'g', 'b'] as const, i),
            value: Number(sign),
            sums: white.map((value) => value + Number(sign)),
          },
    ),
  };
}

export function offer(move: string, extra: Partial<Offer> = {}): Offer {
  return {
    move,
    cell: move.replace('*', ''),
    lucky: move.startsWith('*'),
    skips: 0,
    locks: false,
    ends: false,
    whites: [],
    ...extra,
  };
}

const person = (name: string): Seat => ({ name, kind: 'player', bot: null, presence: 'here' });
const bot = (name: string): Seat => ({ name, kind: 'bot', bot: 'casual', presence: 'here' });
export const SEATS = [person('Lena'), person('Mara'), person('Jonas'), bot('Pip')];

const classic = LAYOUTS.classic;
const OWN = card(classic, ['xx-x.......', '-xx-x-x....', 'xx-x.......', '-xx-x......'], 1);
const MARA = card(classic, ['x-xxx......', 'xx.........', 'x-xxx......', 'x--x.......']);
const JONAS = card(classic, ['-xx........', 'x-xx-xxx...', '-xx........', 'x-x-xx.....'], 1);
const PIP = card(classic, ['xxx-x......', '-x-xx......', 'xxx.-x.....', 'x--x.......'], 2);

const blocked: Refused = { reason: 'left-of-last-cross', cells: ['y7', 'y2', 'y5'], by: 'y8' };

/** The white phase of the first drawing. */
export function white(): Played {
  return {
    type: 'view',
    version: 40,
    code: 'HKMPRT',
    link: 'http://qwixx.example/HKMPRT',
    stage: 'playing',
    options: { variant: 'classic', seats: 5, timer: 0 },
    layout: classic,
    seats: SEATS,
    host: 0,
    spectators: 0,
    you: {
      seat: 0,
      preferences: { autoPass: true, autoRoll: false },
      asked: 'white',
      answer: null,
      offers: [offer('r7', { skips: 1 }), offer('g7', { skips: 1 }), offer('b7')],
      pass: { misthrow: false, ends: false },
      refused: [blocked],
      otherwise: 'wrong-number',
      autoIn: null,
    },
    game: {
      id: 'HKMPRT-1',
      turn: 17,
      phase: 'white',
      active: 0,
      roll: dice('34/5261'),
      answered: [false, true, false, true],
      white: null,
      remaining: null,
      cards: [OWN, MARA, JONAS, PIP],
      closed: [],
      last: {
        number: 16,
        active: 3,
        roll: dice('11/3314'),
        white: ['-', '-', 'r2', '-'],
        colour: 'g2',
        misthrow: false,
        closed: [],
      },
    },
    fair: {
      game: 'HKMPRT-1',
      commitment: '7f3a91c0e2b5d4786f1203948576aabbccddeeff00112233445566778899aabb',
      secret: null,
      reveal: false,
      parts: [],
      first: null,
      restarts: [],
      scheme: 'qwixx-fair-2',
    },
    result: null,
  };
}

export function answered(): Played {
  const view = white();
  view.game.active = 3;
  view.you.answer = 'g7';
  view.game.answered[0] = true;
  return view;
}

export function colour(): Played {
  const view = white();
  view.game = {
    ...view.game,
    turn: 21,
    phase: 'colour',
    roll: dice('41/3526'),
    answered: [false, false, false, false],
    white: ['-', 'r5', '-', '-'],
    cards: [
      card(classic, ['xx-xx......', 'x-x--xx....', 'xx-xxx.....', 'xx.........'], 1),
      MARA,
      JONAS,
      PIP,
    ],
  };
  view.you = {
    ...view.you,
    asked: 'colour',
    offers: [
      offer('r7', { whites: [0] }),
      offer('y9', { whites: [0] }),
      offer('g6', { whites: [0] }),
      offer('g3', { whites: [1], skips: 3 }),
      offer('b10', { whites: [0] }),
      offer('b7', { whites: [1], skips: 5 }),
    ],
    pass: { misthrow: true, ends: false },
    refused: [],
  };
  return view;
}

export function closed(): Played {
  const view = white();
  view.game = {
    ...view.game,
    turn: 24,
    active: 3,
    roll: dice('54/26.3'),
    cards: [
      card(classic, ['x-xx-x.....', 'xx-xx-x....', 'x.xx.x.....', 'xxx........'], 1),
      card(classic, ['xx-xx-x....', '-xx--x.....', 'xx-x-------', '-x-x-x.....']),
      card(classic, ['x---x......', 'x-xx---x...', 'xx-xx--x-xx', 'x-x........'], 1, [2]),
      card(classic, ['x-x-xx.....', 'x--xx-x....', '-xx-x------', 'xx-x-x.....'], 2),
    ],
    closed: [{ colour: 'g', turn: 23, by: [2] }],
  };
  view.you = {
    ...view.you,
    answer: 'y9',
    offers: [offer('r9'), offer('y9'), offer('b9')],
    refused: [{ reason: 'row-closed', cells: ['g8', 'g6'], by: null }],
  };
  return view;
}

export function longo(): Played {
  const layout = LAYOUTS.longo;
  const view = white();
  const blank = '...............';
  const lucky = (value: Card, numbers: number[]): Card => ({ ...value, lucky: numbers });
  view.layout = layout;
  view.options.variant = 'longo';
  view.game = {
    ...view.game,
    roll: dice('51/3728'),
    cards: [
      lucky(
        card(layout, ['x-xx...........', '-x-x-xx........', blank, 'x-xx-x.........'], 1),
        [6, 11],
      ),
      lucky(
        card(layout, ['xx-xxx.........', '--xx...........', 'xx-x...........', 'x-x-xx.........']),
        [5, 8],
      ),
      lucky(
        card(
          layout,
          ['-xx............', 'xx-x-xxx.......', '--xx...........', '-x--x..........'],
          1,
        ),
        [4, 9],
      ),
      lucky(
        card(
          layout,
          ['x-x-x..........', '-x-x...........', 'xx--xx.........', '-x-x...........'],
          1,
        ),
        [7, 12],
      ),
    ],
  };
  view.you = {
    ...view.you,
    offers: [offer('r6'), offer('*g16'), offer('g6', { skips: 10 }), offer('b6', { skips: 4 })],
    refused: [{ reason: 'left-of-last-cross', cells: ['y6'], by: 'y8' }],
  };
  return view;
}

/** Longo at its widest: large sums, one die gone. */
export function longoClosed(): Played {
  const view = longo();
  view.game.roll = dice('88/8.87');
  view.game.closed = [{ colour: 'y', turn: 16, by: [0, 2] }];
  at(view.game.cards, 0).rows[1] = {
    marks: '-x-x-xx-x-x--xx',
    locked: true,
    crosses: 8,
    points: 36,
  };
  view.you.offers = [offer('r16'), offer('*g16')];
  return view;
}

export function rolling(): Played {
  const view = white();
  view.game = { ...view.game, phase: 'roll', roll: null };
  view.you = { ...view.you, asked: 'roll', offers: [], pass: null, refused: [] };
  return view;
}

export function nothing(): Played {
  const view = white();
  view.game = { ...view.game, active: 1, answered: [false, false, false, true] };
  view.seats = SEATS.map((seat, i) => (i === 2 ? { ...seat, presence: 'away' } : seat));
  view.you = { ...view.you, offers: [], autoIn: 1800 };
  return view;
}

export function five(): Played {
  const view = white();
  view.seats = [...SEATS, { ...person('Maximilian'), presence: 'away' }];
  view.game.cards = [...view.game.cards, PIP];
  view.game.answered.push(false);
  view.game.active = 2;
  return view;
}

export function spectator(): PlayingView {
  return { ...white(), you: null, spectators: 2 };
}

export function lobby(): LobbyView {
  return {
    ...white(),
    stage: 'lobby',
    seats: [
      ...SEATS.slice(0, 2),
      bot('Pip'),
      { name: '', kind: 'free', bot: null, presence: 'here' },
      { name: '', kind: 'free', bot: null, presence: 'here' },
    ],
    game: null,
  };
}

export function over(): OverView & { you: You } {
  const view = white();
  const cards = [
    card(classic, ['x-xx-x.x--x', 'xxx-xxxxx..', 'x-x-xx.....', '-xx-xx-xx..'], 1, []),
    card(classic, ['xx-x-x-----', '-x--x-x....', 'xx-x-xxxx..', 'xx-x-xx--xx'], 2, [3]),
    card(classic, ['xx-x-x-x---', 'xxx--xxx...', '-xx-xxx-x..', '-x-xx-x----'], 1),
    card(classic, ['x-x-x------', 'xx-x--xx...', 'xxx-x-xxx..', '-x--x------'], 2),
  ];
  at(cards, 0).rows[0] = { ...at(at(cards, 0).rows, 0), locked: true, crosses: 7, points: 28 };
  at(cards, 0).total = 90;
  return {
    ...view,
    stage: 'over',
    agreed: [],
    game: {
      ...view.game,
      phase: 'over',
      cards,
      closed: [
        { colour: 'r', turn: 34, by: [0] },
        { colour: 'b', turn: 30, by: [1] },
      ],
    },
    you: { ...view.you, asked: null, offers: [], pass: null },
    fair: view.fair && {
      ...view.fair,
      secret: '00'.repeat(32),
      commitment: '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
      game: 'HKMPRT-2',
      first: 0,
    },
    result: {
      number: 1,
      ending: 'rows-closed',
      winners: [0],
      places: [1, 2, 3, 4],
      first: 0,
      rolls: [],
    },
  };
}
