/* From the server's view to the state of a card. */

import { at } from '../../lib/itemAt';
import type { CardState } from './state';
import { cellOf } from '../../i18n';
import type {
  Card,
  CellName,
  ClosedRow,
  Colour,
  Dice,
  Layout,
  Move,
  Offer,
  PlayedView,
  You,
} from '../../protocol';

/** Whether rows are so long that a narrow card writes them in two lines. */
export const isLong = ({ rows }: { rows: { numbers: unknown[] }[] }): boolean =>
  rows.some(({ numbers }) => numbers.length > 12);

/** Whether rows hold cells of several colours. */
export const isMixed = ({ rows }: CardState): boolean =>
  rows.some((row) => row.cells.some(({ colour }) => colour !== row.colour));

/** A card as everybody may see it. */
export function plainCard(
  layout: Layout,
  card: Card,
  closed: ClosedRow[],
  names: string[],
  /** Your seat, wherever the card lies. */
  own?: number,
): CardState {
  return {
    rows: layout.rows.map(({ colour, numbers, colours, locking }, i) => {
      const row = at(card.rows, i);
      const closing = closed.find((entry) => entry.colour === colour);
      return {
        colour,
        cells: numbers.map((number, position) => ({
          name: `${colours[position]}${number}`,
          colour: colours[position] as Colour,
          number,
          mark: MARKS[row.marks[position] as keyof typeof MARKS],
          offered: false,
          lucky: false,
          hint: '',
          chosen: false,
          asked: false,
          blocking: false,
          locking: position >= numbers.length - locking,
        })),
        locked: row.locked,
        closed: closing
          ? closing.by.filter((seat) => seat !== own).map((seat) => names[seat] ?? '')
          : null,
        yours: own !== undefined && !!closing?.by.includes(own),
        crosses: row.crosses,
        points: row.points,
      };
    }),
    points: layout.points,
    needed: layout.needed,
    misthrows: {
      count: card.misthrows,
      max: layout.misthrows,
      points: layout.misthrow,
      warned: false,
    },
    total: card.total,
    lucky: card.lucky.map((number) => ({ number, rolled: false })),
  };
}

const MARKS = { x: 'crossed', '-': 'skipped', '.': 'open' } as const;

/** Your own card: with what is offered, what you pencilled and what you asked about. */
export function ownCard(
  view: PlayedView,
  you: You,
  pencil: Move | null,
  asked: CellName | null,
  /** Meant for the colours. */
  intended: CellName | null = null,
): CardState {
  const { game, layout, seats } = view;
  const state = plainCard(
    layout,
    at(game.cards, you.seat),
    game.closed,
    seats.map((seat) => seat.name),
    you.seat,
  );
  const chosen = pencil === null ? null : cellOf(pencil);
  const refused = you.refused.find((entry) => asked !== null && entry.cells.includes(asked));
  for (const row of state.rows) {
    for (const cell of row.cells) {
      const offers = you.offers.filter((offer) => offer.cell === cell.name);
      cell.offered = offers.length > 0;
      cell.lucky = offers.some((offer) => offer.lucky);
      cell.hint = offers[0] ? hint(game.roll, offers[0]) : '';
      cell.chosen = (cell.offered && cell.name === chosen) || cell.name === intended;
      cell.asked = cell.name === asked;
      cell.blocking = !!refused && refused.by === cell.name;
    }
  }
  state.misthrows.warned = !!you.pass?.misthrow;
  const rolled = game.phase === 'white' ? game.roll?.sum : undefined;
  for (const lucky of state.lucky) lucky.rolled = lucky.number === rolled;
  return state;
}

/** The dice that make a cell in the colour phase, "4+6". */
function hint(dice: Dice | null, offer: Offer): string {
  const white = offer.whites[0];
  if (!dice || white === undefined) return '';
  const colour = dice.colours.find((die) => die?.colour === offer.cell[0]);
  return `${dice.white[white]}+${colour?.value}`;
}
