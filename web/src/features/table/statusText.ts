/* The status area: what happened, what you may do, who is awaited. */

import { at } from '../../lib/itemAt';
import { cap, cellArgs, cellOf, cellText, type Translate } from '../../i18n/text';
import type { Key } from '../../i18n/keys';
import { handsNeeded } from '../../lib/handsNeeded';
import type { CellName, Move, PlayedView, RefusalCode, You } from '../../protocol';

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
  view: PlayedView;
  /** The dice do not lie still yet. */
  rolling: boolean;
  /** What you have marked in pencil. */
  pencil: Move | null;
  /** The cell you asked about. */
  asked: CellName | null;
  /** The colour cell that you mean to cross next. */
  intended?: CellName | null;
  /** … that can no longer be crossed. */
  dropped?: CellName | null;
  /** What was done for you because your time was up. */
  late?: Move | 'roll' | null;
  /** The last action was refused. */
  refusal: RefusalCode | null;
}

type List = (items: string[], type?: 'disjunction') => string;

export function wordsOf(moment: Moment, t: Translate, list: List): Words {
  const { view, rolling, asked, refusal } = moment;
  if (rolling) {
    return { happened: t('words.rolling'), may: '', warned: '', awaited: '', warning: false };
  }
  const calm = {
    warned: '',
    warning: false,
    awaited: awaited(view, t, list),
  };
  if (asked !== null && view.you) {
    const still = kept(moment.pencil ?? view.you.answer, t);
    return { ...calm, ...why(view, view.you, asked, t), awaited: still, warning: true };
  }
  const words = { ...calm, ...decision(moment, t, list) };
  words.may = [aside(moment, t), words.may].filter(Boolean).join(' ');
  // Lobby, menu and real dice load the texts of the refusals that they alone can cause.
  const refused = `refusal.${refusal}` as Key;
  return refusal ? { ...words, happened: t(refused), warning: true } : words;
}

/** What you meant for the colours, and what the clock has done. */
function aside({ intended, dropped, late }: Moment, t: Translate): string {
  if (late === 'roll') return t('words.lateRoll');
  const cell = late && cellOf(late);
  if (late) return cell ? t('words.lateCross', cellArgs(cell, t)) : t('words.latePass');
  if (dropped) return cap(t('words.dropped', cellArgs(dropped, t)));
  return intended ? cap(t('words.intended', cellArgs(intended, t))) : '';
}

function decision(
  { view, pencil }: Moment,
  t: Translate,
  list: List,
): Partial<Words> & Pick<Words, 'happened' | 'may'> {
  const { game, you } = view;
  const { roll } = game;
  const mine = you?.seat === game.active;
  const name = at(view.seats, game.active).name;
  if (game.phase === 'over') {
    // After an end in the white phase everybody's crosses are news.
    const last = game.last;
    const crosses = last?.colour === null ? revealed(view, last.white, t, list) : '';
    return { happened: t('words.over'), may: crosses || lastTurn(view, t, list) };
  }
  if (!roll) {
    return mine
      ? { happened: t('words.yourTurn'), may: t('words.rollNow') }
      : {
          happened: t('words.theirTurn', { name }),
          may:
            away(view, [game.active], t, list) ||
            t(handsNeeded(view) ? 'words.rollFor' : 'words.theyRoll', { name }),
        };
  }
  if (game.phase === 'white') {
    const { sum } = roll;
    const lucky = !!you?.offers.some((offer) => offer.lucky);
    const rolled = mine
      ? t(lucky ? 'words.youRolledLucky' : 'words.youRolled', { n: sum })
      : t(lucky ? 'words.theyRolledLucky' : 'words.theyRolled', { name, n: sum });
    return {
      happened: rolled,
      ...(you
        ? white(you, sum, rolled, t, list)
        : { may: game.cards.length > 1 ? t('words.allChoose') : '' }),
    };
  }
  if (!mine) {
    const gone = away(view, [game.active], t, list);
    return {
      happened: gone || t('words.theirColour', { name }),
      may: revealed(view, game.white, t, list),
    };
  }
  const cell = pencil === null ? null : cellOf(pencil);
  const offer = you.offers.find((entry) => entry.cell === cell);
  if (cell && offer) {
    const die = roll.colours.find((entry) => entry?.colour === cell[0]);
    const args = {
      white: at(roll.white, at(offer.whites, 0)),
      die: die ? cellText(die.colour + die.value, t) : '',
      cell: cellText(cell, t),
    };
    return { happened: t('words.sum', args), may: revealed(view, game.white, t, list) };
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
  you: You,
  n: number,
  rolled: string,
  t: Translate,
  list: List,
): { happened?: string; may: string } {
  if (you.answer !== null) {
    const cell = cellOf(you.answer);
    const chose = cell ? t('words.youChose', cellArgs(cell, t)) : t('words.youPassed');
    // Who could only pass has nothing to change.
    return { happened: `${rolled} ${chose}`, may: you.offers.length ? t('words.sealed') : '' };
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

/** How the white phase came out. */
function revealed(view: PlayedView, choices: Move[] | null, t: Translate, list: List): string {
  if (!choices) return '';
  const passed: string[] = [];
  const sentences: string[] = [];
  choices.forEach((move, seat) => {
    const you = seat === view.you?.seat;
    const name = at(view.seats, seat).name;
    const cell = cellOf(move);
    if (!cell && you) sentences.push(t('words.youPassed'));
    else if (!cell) passed.push(name);
    else if (you) sentences.push(t('words.youCrossed', cellArgs(cell, t)));
    else sentences.push(t('words.theyCrossed', { name, ...cellArgs(cell, t) }));
  });
  if (choices.length > 1 && choices.every((move) => move === '-')) return t('words.allPassed');
  if (passed.length) sentences.push(t('words.passed', { n: passed.length, names: list(passed) }));
  return sentences.join(' ');
}

function awaited(view: PlayedView, t: Translate, list: List): string {
  const game = view.game;
  if (game.phase === 'roll') return lastTurn(view, t, list);
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

const seated = (view: PlayedView, seat: number) => at(view.seats, seat).kind !== 'free';
const isAway = (view: PlayedView, seat: number) => {
  const { kind, bot, presence } = at(view.seats, seat);
  return kind === 'player' && bot === null && presence === 'away';
};
const named = (view: PlayedView, seats: number[], list: List) =>
  list(seats.map((seat) => at(view.seats, seat).name));

/** Who of those that are awaited is not here; the host can do something about it. */
function away(view: PlayedView, awaited: number[], t: Translate, list: List): string {
  const gone = awaited.filter((seat) => isAway(view, seat));
  if (!gone.length) return '';
  const text = t('words.away', { n: gone.length, names: named(view, gone, list) });
  return view.you && view.you.seat === view.host ? `${text} ${t('words.awayHost')}` : text;
}

/** What the active player of the turn before crossed. */
export function lastTurn(view: PlayedView, t: Translate, list: List): string {
  const last = view.game.last;
  if (!last) return '';
  const you = last.active === view.you?.seat;
  const name = at(view.seats, last.active).name;
  if (last.misthrow) return t(you ? 'words.youMisthrow' : 'words.theyMisthrow', { name });
  const cells = [at(last.white, last.active), last.colour ?? '-']
    .map(cellOf)
    .filter((cell) => cell !== null)
    .map((cell) => cellArgs(cell, t));
  if (!cells.length) return '';
  const args = { name, cell: list(cells.map((c) => c.cell)), the: list(cells.map((c) => c.the)) };
  return t(you ? 'words.youCrossed' : 'words.theyCrossed', args);
}

function why(view: PlayedView, you: You, asked: CellName, t: Translate) {
  const refused = you.refused.find((entry) => entry.cells.includes(asked));
  const reason = refused?.reason ?? you.otherwise;
  const args = { ...(refused?.by && cellArgs(refused.by, t)), needed: view.layout.needed };
  const { phase, roll } = view.game;
  return {
    happened: cap(t('words.notPossible', cellArgs(asked, t))),
    // The tray shows the sums of the colours already; they are not meant yet.
    may:
      reason === 'wrong-number' && phase === 'white' && roll
        ? t('reason.white-sum', { n: roll.sum })
        : t(`reason.${reason}`, args),
  };
}

function kept(move: Move | null, t: Translate): string {
  const cell = move && cellOf(move);
  return cell ? cap(t('words.stillChosen', cellArgs(cell, t))) : '';
}
