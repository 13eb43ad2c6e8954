/*
 * The games that were played in this browser. They stay here, and can be exported, imported and
 * deleted.
 */

import { at } from './itemAt';
import { DAY_SCHEME } from './fair/seal';
import { type GameView, LAYOUTS, type OverView, type Result, type Variant } from '../protocol';

export interface PlayedGame {
  /** The table and the number of the game there: "CDFGHJ-1". /CDFGHJ/1 is its address. */
  id: string;
  /** When this browser saw its end, in milliseconds since 1970. */
  at: number;
  variant: Variant;
  names: string[];
  /** For each seat the level of its bot, or null. */
  bots: (string | null)[];
  seat: number;
  totals: number[];
  places: number[];
  /** Your card: a sign for each cell of a row, "x" crossed, "-" lost, "." open; "L" locked. */
  rows: string[];
  misthrows: number;
  /** The day, if it was the game of a day. */
  day?: string;
  /** It was a pad: nothing else is left of it, and it has no address. */
  pad?: true;
  /** The result of the review for this seat, once it was opened. */
  review?: { unit: 'share' | 'points'; luck: number; given: number };
}

/** The end of a game, as far as it is kept here. */
export type Ended = Pick<OverView, 'code' | 'options' | 'seats' | 'fair'> & {
  game: Pick<GameView, 'cards'>;
  result: Pick<Result, 'number' | 'places'>;
};

/** Returns the entry of a finished game. */
export function played(view: Ended, seat: number, now: number): PlayedGame {
  const { game, result, seats } = view;
  const card = at(game.cards, seat);
  return {
    id: `${view.code}-${result.number}`,
    at: now,
    variant: view.options.variant,
    names: seats.map(({ name }) => name),
    bots: seats.map(({ kind, bot }) => (kind === 'bot' ? bot : null)),
    seat,
    totals: game.cards.map(({ total }) => total),
    places: result.places,
    rows: card.rows.map(({ marks, locked }) => marks + (locked ? 'L' : '')),
    misthrows: card.misthrows,
    ...(view.fair?.scheme === DAY_SCHEME ? { day: view.fair.game } : {}),
    ...(view.options.dice === 'pad' ? { pad: true } : {}),
  };
}

/** Returns the address of its table. */
export const addressOf = (game: Pick<PlayedGame, 'id'>) => `/${game.id.replace('-', '/')}`;

const KEY = 'qwixx.games';
const SPOILT = 'qwixx.games.spoilt';
const FORMAT = 'qwixx-games-1';

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** All games, the newest first. Each change reads and writes at once, because of other tabs. */
export class Games {
  constructor(private readonly storage: Kept) {}

  all(): PlayedGame[] {
    const text = this.storage.getItem(KEY);
    if (text === null) return [];
    try {
      return sorted((JSON.parse(text) as unknown[]).filter(isGame));
    } catch {
      // An unreadable text is put aside and not overwritten.
      this.storage.setItem(SPOILT, text);
      return [];
    }
  }

  /** Adds a game, or returns 'full' if there is no room. Stored games stay in either case. */
  add(game: PlayedGame): 'kept' | 'full' {
    return this.merge([game]).full ? 'full' : 'kept';
  }

  /** Adds the games that are not here yet, all or none. */
  merge(more: PlayedGame[]): { added: number; full: boolean } {
    const known = this.all();
    const ids = new Set(known.map(({ id }) => id));
    const fresh = more.filter(({ id }) => !ids.has(id) && ids.add(id));
    if (!fresh.length) return { added: 0, full: false };
    return this.#write([...fresh, ...known])
      ? { added: fresh.length, full: false }
      : { added: 0, full: true };
  }

  /** Adds later facts to a game. */
  note(id: string, more: (game: PlayedGame) => Pick<PlayedGame, 'review'>): void {
    const games = this.all();
    if (games.some((game) => game.id === id)) {
      this.#write(games.map((game) => (game.id === id ? { ...game, ...more(game) } : game)));
    }
  }

  remove(): void {
    this.storage.removeItem(KEY);
    this.storage.removeItem(SPOILT);
  }

  /** All games as a text that `read` understands. */
  write(): string {
    return JSON.stringify({ format: FORMAT, games: this.all() });
  }

  /** Adds the games of a text from `write`. Returns null for any other text. */
  read(text: string): { added: number; full: boolean } | null {
    try {
      const { format, games } = JSON.parse(text) as { format?: unknown; games?: unknown };
      if (format !== FORMAT || !Array.isArray(games) || !games.every(isGame)) return null;
      return this.merge(games);
    } catch {
      return null;
    }
  }

  #write(games: PlayedGame[]): boolean {
    try {
      this.storage.setItem(KEY, JSON.stringify(sorted(games)));
      return true;
    } catch {
      return false;
    }
  }
}

/** Longer than every name and level, and more than the players and rows of any game. */
const LONGEST_TEXT = 100;
const MOST = 10;

const sorted = (games: PlayedGame[]) => games.sort((a, b) => b.at - a.at);

const isText = (value: unknown) => typeof value === 'string' && value.length <= LONGEST_TEXT;
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
/** Cards have fewer points; larger numbers would not fit on the screen. */
const isPoints = (value: unknown) => Number.isInteger(value) && Math.abs(value as number) < 1000;
const isTime = (value: unknown) => !Number.isNaN(new Date(value as number).getTime());
const all = (value: unknown, is: (each: unknown) => boolean) =>
  Array.isArray(value) && value.length <= MOST && value.every(is);

/** A file or a link may come from anywhere: only what is a game in every part is taken. */
function isGame(value: unknown): value is PlayedGame {
  const game = value as PlayedGame | null;
  if (typeof game !== 'object' || !game) return false;
  const { id, at, variant, names, bots, seat, totals, places, rows, misthrows, day, pad, review } =
    game;
  return (
    /^[A-Z]{6}-[1-9]\d{0,5}$/.test(id) &&
    isNumber(at) &&
    isTime(at) &&
    Object.hasOwn(LAYOUTS, variant) &&
    all(names, isText) &&
    all(bots, (bot) => bot === null || isText(bot)) &&
    all(totals, isPoints) &&
    all(places, isPoints) &&
    names.length === totals.length &&
    places.length === totals.length &&
    bots.length === totals.length &&
    Number.isInteger(seat) &&
    isPoints(totals[seat]) &&
    all(rows, (row) => isText(row) && /^[x.-]{1,20}L?$/.test(row as string)) &&
    isPoints(misthrows) &&
    (pad === undefined || pad) &&
    (day === undefined || (/^\d{4}-\d\d-\d\d$/.test(day) && isTime(day))) &&
    (review === undefined || (isNumber(review?.luck) && isNumber(review.given)))
  );
}
