/* The status area: what happened, what you may do, who is awaited. */

import { cap, cellOf, cellText, type Translate } from '../../i18n/text';
import type { CellName, Move, RefusalCode, View } from '../../protocol';

export interface Words {
  happened: string;
  may: string;
  /** What passing would cost. */
  warned: string;
  awaited: string;
  /** What happened is bad news. */
  warning: boolean;
}

export interface Moment {
  view: View;
  /** The dice do not lie still yet. */
  rolling: boolean;
  /** What you have marked in pencil. */
  pencil: Move | null;
  /** The cell you asked about. */
  asked: CellName | null;
  /** The last action was refused. */
  refusal: RefusalCode | null;
}

type List = (items: string[], type?: 'disjunction') => string;

export function wordsOf(moment: Moment, t: Translate, list: List): Words {
  const { view, rolling, asked, refusal } = moment;
  if (rolling) {
    return { happened: t('words.rolling'), may: '', warned: '', awaited: '', warning: false };
  }
  const calm = { warned: '', warning: false, awaited: awaited(view, t, list) };
  if (asked !== null)
    return { ...calm, ...why(view, asked, t), awaited: kept(moment, t), warning: true };
  const words = { ...calm, ...decision(moment, t, list) };
  return refusal ? { ...words, happened: t(`refusal.${refusal}`), warning: true } : words;
}

function decision(
  { view, pencil }: Moment,
  t: Translate,
  list: List,
): Partial<Words> & Pick<Words, 'happened' | 'may'> {
  const game = view.game!;
  const { you } = view;
  const mine = you?.seat === game.active;
  const name = view.seats[game.active]!.name;
  if (game.phase === 'roll') {
    return mine
      ? { happened: t('words.yourTurn'), may: t('words.rollNow') }
      : {
          happened: t('words.theirTurn', { name }),
          may: away(view, [game.active], t, list) || t('words.theyRoll', { name }),
        };
  }
  if (game.phase === 'over') return { happened: t('words.over'), may: lastTurn(view, t) };
  const sum = game.roll!.sum;
  if (game.phase === 'white') {
    const lucky = !!you?.offers.some((offer) => offer.lucky);
    const rolled = mine
      ? t(lucky ? 'words.youRolledLucky' : 'words.youRolled', { n: sum })
      : t(lucky ? 'words.theyRolledLucky' : 'words.theyRolled', { name, n: sum });
    return {
      happened: rolled,
      ...(you ? white(view, rolled, t, list) : { may: t('words.allChoose') }),
    };
  }
  if (!mine) {
    const gone = away(view, [game.active], t, list);
    return { happened: gone || t('words.theirColour', { name }), may: revealed(view, t, list) };
  }
  const cell = pencil === null ? null : cellOf(pencil);
  const offer = you.offers.find((entry) => entry.cell === cell);
  if (cell && offer) {
    const [first, second] = parts(view, cell, offer.whites[0]!);
    const args = { white: first, die: cellText(cell[0]! + second, t), cell: cellText(cell, t) };
    return { happened: t('words.sum', args), may: revealed(view, t, list) };
  }
  const misthrow = !!you.pass?.misthrow;
  if (!you.offers.length) {
    return {
      happened: t(misthrow ? 'words.noColourMisthrow' : 'words.noColour'),
      may: you.autoIn === null ? '' : t('words.passedSoon'),
      warning: misthrow,
    };
  }
  return {
    happened: t('words.yourColour'),
    may: t('words.addDice'),
    warned: misthrow ? t('words.misthrowWarning') : '',
  };
}

function white(
  view: View,
  rolled: string,
  t: Translate,
  list: List,
): { happened?: string; may: string } {
  const you = view.you!;
  const n = view.game!.roll!.sum;
  if (you.answer !== null) {
    const cell = cellOf(you.answer);
    const chose = cell ? t('words.youChose', { cell: cellText(cell, t) }) : t('words.youPassed');
    return { happened: `${rolled} ${chose}`, may: t('words.sealed') };
  }
  if (!you.offers.length) {
    const none = t('words.noWhite', { n });
    return { may: you.autoIn === null ? none : `${none} ${t('words.passedSoon')}` };
  }
  const lucky = you.offers.filter((offer) => offer.lucky);
  const plain = you.offers.some((offer) => !offer.lucky);
  if (!lucky.length) return { may: t('words.crossWhite', { n }) };
  const cells = list(
    lucky.map((offer) => cellText(offer.cell, t)),
    'disjunction',
  );
  return { may: plain ? t('words.crossLucky', { n, cells }) : t('words.onlyLucky', { cells }) };
}

function parts(view: View, cell: CellName, white: number): [number, number] {
  const dice = view.game!.roll!;
  const die = dice.colours.find((entry) => entry?.colour === cell[0]);
  return [dice.white[white]!, die!.value];
}

/** How the white phase came out. */
function revealed(view: View, t: Translate, list: List): string {
  const choices = view.game!.white;
  if (!choices) return '';
  const passed: string[] = [];
  const sentences: string[] = [];
  choices.forEach((move, seat) => {
    const you = seat === view.you?.seat;
    const name = view.seats[seat]!.name;
    const cell = cellOf(move);
    if (!cell && you) sentences.push(t('words.youPassed'));
    else if (!cell) passed.push(name);
    else if (you) sentences.push(t('words.youCrossed', { cell: cellText(cell, t) }));
    else sentences.push(t('words.theyCrossed', { name, cell: cellText(cell, t) }));
  });
  if (choices.every((move) => move === '-')) return t('words.allPassed');
  if (passed.length) sentences.push(t('words.passed', { n: passed.length, names: list(passed) }));
  return sentences.join(' ');
}

function awaited(view: View, t: Translate, list: List): string {
  const game = view.game!;
  if (game.phase === 'roll') return lastTurn(view, t);
  if (game.phase !== 'white') return '';
  const others = view.seats.map((_, i) => i).filter((i) => i !== view.you?.seat && seated(view, i));
  const done = others.filter((i) => game.answered[i]);
  const missing = others.filter((i) => !game.answered[i]);
  const thinking = missing.filter((i) => !isAway(view, i));
  const sentences = [away(view, missing, t, list)];
  const name = (seats: number[]) => ({ n: seats.length, names: named(view, seats, list) });
  if (thinking.length) sentences.unshift(t('words.thinking', name(thinking)));
  if (done.length) sentences.unshift(t('words.decided', name(done)));
  return sentences.filter(Boolean).join(' ');
}

const seated = (view: View, seat: number) => view.seats[seat]!.kind !== 'free';
const isAway = (view: View, seat: number) => {
  const { kind, bot, presence } = view.seats[seat]!;
  return kind === 'player' && bot === null && presence === 'away';
};
const named = (view: View, seats: number[], list: List) =>
  list(seats.map((seat) => view.seats[seat]!.name));

/** Who of those that are awaited is not here; the host can do something about it. */
function away(view: View, awaited: number[], t: Translate, list: List): string {
  const gone = awaited.filter((seat) => isAway(view, seat));
  if (!gone.length) return '';
  const text = t('words.away', { n: gone.length, names: named(view, gone, list) });
  return view.you && view.you.seat === view.host ? `${text} ${t('words.awayHost')}` : text;
}

/** What the active player of the turn before made of the colours. */
export function lastTurn(view: View, t: Translate): string {
  const last = view.game?.last;
  if (!last) return '';
  const you = last.active === view.you?.seat;
  const name = view.seats[last.active]!.name;
  if (last.misthrow) return t(you ? 'words.youMisthrow' : 'words.theyMisthrow', { name });
  const cell = last.colour && cellOf(last.colour);
  if (!cell) return '';
  const args = { name, cell: cellText(cell, t) };
  return t(you ? 'words.youCrossed' : 'words.theyCrossed', args);
}

function why(view: View, asked: CellName, t: Translate) {
  const you = view.you!;
  const refused = you.refused.find((entry) => entry.cells.includes(asked));
  const reason = refused?.reason ?? you.otherwise;
  const args = {
    cell: refused?.by ? cellText(refused.by, t) : '',
    needed: view.layout.needed,
    n: view.game!.roll?.sum ?? 0,
  };
  return {
    happened: cap(t('words.notPossible', { cell: cellText(asked, t) })),
    may: t(`reason.${reason}`, args),
  };
}

function kept({ view, pencil }: Moment, t: Translate): string {
  const move = pencil ?? view.you!.answer;
  const cell = move && cellOf(move);
  return cell ? cap(t('words.stillChosen', { cell: cellText(cell, t) })) : '';
}
