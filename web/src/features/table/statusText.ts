/* The texts of the status area: the last event, your possible moves, the awaited players. */

import { at } from '../../lib/itemAt';
import { cap, cellArgs, cellOf, cellText, whyNotText, list, t } from '../../i18n';
import { isAway, isHost, namesAt } from '../../board/tableView';
import { handsNeeded } from '../../lib/handsNeeded';
import type { CellName, Move, PlayedView, RefusalCode, You } from '../../protocol';

export interface Words {
  happened: string;
  may: string;
  /** The cost of passing. */
  warned: string;
  awaited: string;
  /** The last event is a warning. */
  warning: boolean;
}

export interface Moment {
  view: PlayedView;
  /** The dice do not lie still yet. */
  rolling: boolean;
  /** The move that you have marked in pencil. */
  pencil: Move | null;
  /** The cell you asked about. */
  asked: CellName | null;
  /** The colour cell that you mean to cross next. */
  intended?: CellName | null;
  /** … that can no longer be crossed. */
  dropped?: CellName | null;
  /** The move that was made for you when your time was up. */
  late?: Move | 'roll' | null;
  /** The last action was refused. */
  refusal: RefusalCode | null;
}

export function wordsOf(moment: Moment): Words {
  const { view, rolling, asked, refusal } = moment;
  if (rolling) {
    return {
      happened: t('table.status.rolling'),
      may: '',
      warned: '',
      awaited: '',
      warning: false,
    };
  }
  const calm = {
    warned: '',
    warning: false,
    awaited: awaited(view),
  };
  if (asked !== null && view.you) {
    const still = kept(moment.pencil ?? view.you.answer);
    return { ...calm, ...why(view, view.you, asked), awaited: still, warning: true };
  }
  const words = { ...calm, ...decision(moment) };
  words.may = [aside(moment), words.may].filter(Boolean).join(' ');
  return refusal ? { ...words, happened: t(`common.refusal.${refusal}`), warning: true } : words;
}

/** Returns the text about an intended cell or a late move. */
function aside({ intended, dropped, late }: Moment): string {
  if (late === 'roll') return t('table.status.lateRoll');
  const cell = late && cellOf(late);
  if (late) return cell ? t('table.status.lateCross', cellArgs(cell)) : t('table.status.latePass');
  if (dropped) return cap(t('table.status.dropped', cellArgs(dropped)));
  return intended ? cap(t('table.status.intended', cellArgs(intended))) : '';
}

function decision({ view, pencil }: Moment): Partial<Words> & Pick<Words, 'happened' | 'may'> {
  const { game, you } = view;
  const { roll } = game;
  const mine = you?.seat === game.active;
  const name = at(view.seats, game.active).name;
  if (game.phase === 'over') {
    // After an end in the white phase nobody has seen the last crosses yet.
    const last = game.last;
    const crosses = last?.colour === null ? revealed(view, last.white) : '';
    return { happened: t('table.status.over'), may: crosses || lastTurn(view) };
  }
  if (!roll) {
    return mine
      ? { happened: t('table.status.yourTurn'), may: t('table.status.rollNow') }
      : {
          happened: t('table.status.theirTurn', { name }),
          may:
            away(view, [game.active]) ||
            t(handsNeeded(view) ? 'table.status.rollFor' : 'table.status.theyRoll', { name }),
        };
  }
  if (game.phase === 'white') {
    const { sum } = roll;
    const lucky = !!you?.offers.some((offer) => offer.lucky);
    const rolled = mine
      ? t(lucky ? 'table.status.youRolledLucky' : 'table.status.youRolled', { n: sum })
      : t(lucky ? 'table.status.theyRolledLucky' : 'table.status.theyRolled', { name, n: sum });
    return {
      happened: rolled,
      ...(you
        ? white(you, sum, rolled)
        : { may: game.cards.length > 1 ? t('table.status.allChoose') : '' }),
    };
  }
  if (!mine) {
    const gone = away(view, [game.active]);
    return {
      happened: gone || t('table.status.theirColour', { name }),
      may: revealed(view, game.white),
    };
  }
  const cell = pencil === null ? null : cellOf(pencil);
  const offer = you.offers.find((entry) => entry.cell === cell);
  if (cell && offer) {
    const die = roll.colours.find((entry) => entry?.colour === cell[0]);
    const args = {
      white: at(roll.white, at(offer.whites, 0)),
      die: die ? cellText(die.colour + die.value) : '',
      cell: cellText(cell),
    };
    return { happened: t('table.status.sum', args), may: revealed(view, game.white) };
  }
  const misthrow = !!you.pass?.misthrow;
  if (!you.offers.length) {
    return {
      happened: t(misthrow ? 'table.status.noColourMisthrow' : 'table.status.noColour'),
      may: you.autoIn === null ? '' : t('table.status.passedSoon'),
      warning: misthrow,
    };
  }
  return {
    happened: t('table.status.yourColour'),
    may: t('table.status.addDice'),
    warned: misthrow ? t('table.status.misthrowWarning') : '',
  };
}

function white(you: You, n: number, rolled: string): { happened?: string; may: string } {
  if (you.answer !== null) {
    const cell = cellOf(you.answer);
    const chose = cell ? t('table.status.youChose', cellArgs(cell)) : t('table.status.youPassed');
    // A player who could only pass cannot change the answer.
    return {
      happened: `${rolled} ${chose}`,
      may: you.offers.length ? t('table.status.sealed') : '',
    };
  }
  if (!you.offers.length) {
    const none = t('table.status.noWhite', { n });
    return { may: you.autoIn === null ? none : `${none} ${t('table.status.passedSoon')}` };
  }
  const lucky = you.offers.filter((offer) => offer.lucky);
  const plain = you.offers.some((offer) => !offer.lucky);
  if (!lucky.length) return { may: t('table.status.crossWhite', { n }) };
  const cells = list(
    lucky.map((offer) => cellText(offer.cell)),
    'disjunction',
  );
  return {
    may: plain
      ? t('table.status.crossLucky', { n, cells })
      : t('table.status.onlyLucky', { cells }),
  };
}

/** How the white phase came out. */
function revealed(view: PlayedView, choices: Move[] | null): string {
  if (!choices) return '';
  const passed: string[] = [];
  const sentences: string[] = [];
  choices.forEach((move, seat) => {
    const you = seat === view.you?.seat;
    const name = at(view.seats, seat).name;
    const cell = cellOf(move);
    if (!cell && you) sentences.push(t('table.status.youPassed'));
    else if (!cell) passed.push(name);
    else if (you) sentences.push(t('table.status.youCrossed', cellArgs(cell)));
    else sentences.push(t('table.status.theyCrossed', { name, ...cellArgs(cell) }));
  });
  if (choices.length > 1 && choices.every((move) => move === '-'))
    return t('table.status.allPassed');
  if (passed.length)
    sentences.push(t('table.status.passed', { n: passed.length, names: list(passed) }));
  return sentences.join(' ');
}

function awaited(view: PlayedView): string {
  const game = view.game;
  if (game.phase === 'roll') return lastTurn(view);
  if (game.phase !== 'white') return '';
  const others = view.seats.map((_, i) => i).filter((i) => i !== view.you?.seat && seated(view, i));
  const done = others.filter((i) => game.answered[i]);
  const missing = others.filter((i) => !game.answered[i]);
  const thinking = missing.filter((i) => !isAway(at(view.seats, i)));
  const sentences = [away(view, missing)];
  const name = (seats: number[]) => ({ n: seats.length, names: namesAt(view, seats) });
  if (thinking.length) sentences.unshift(t('table.status.thinking', name(thinking)));
  if (done.length) sentences.unshift(t('table.status.decided', name(done)));
  return sentences.filter(Boolean).join(' ');
}

const seated = (view: PlayedView, seat: number) => at(view.seats, seat).kind !== 'free';
/** Returns the text about awaited players who are away; the host can replace them. */
function away(view: PlayedView, awaited: number[]): string {
  const gone = awaited.filter((seat) => isAway(at(view.seats, seat)));
  if (!gone.length) return '';
  const text = t('table.status.away', { n: gone.length, names: namesAt(view, gone) });
  return isHost(view) ? `${text} ${t('table.status.awayHost')}` : text;
}

/** Returns the crosses of the active player in the turn before. */
export function lastTurn(view: PlayedView): string {
  const last = view.game.last;
  if (!last) return '';
  const you = last.active === view.you?.seat;
  const name = at(view.seats, last.active).name;
  if (last.misthrow)
    return t(you ? 'table.status.youMisthrow' : 'table.status.theyMisthrow', { name });
  const cells = [at(last.white, last.active), last.colour ?? '-']
    .map(cellOf)
    .filter((cell) => cell !== null)
    .map((cell) => cellArgs(cell));
  if (!cells.length) return '';
  const args = { name, cell: list(cells.map((c) => c.cell)), the: list(cells.map((c) => c.the)) };
  return t(you ? 'table.status.youCrossed' : 'table.status.theyCrossed', args);
}

function why(view: PlayedView, you: You, asked: CellName) {
  const refused = you.refused.find((entry) => entry.cells.includes(asked));
  const reason = refused?.reason ?? you.otherwise;
  const args = { ...(refused?.by && cellArgs(refused.by)), needed: view.layout.needed };
  const { phase, roll } = view.game;
  return {
    happened: cap(t('table.status.notPossible', cellArgs(asked))),
    // The tray shows the sums of the colours already; they are not meant yet.
    may:
      reason === 'wrong-number' && phase === 'white' && roll
        ? t('table.reason.white-sum', { n: roll.sum })
        : whyNotText(reason, args),
  };
}

function kept(move: Move | null): string {
  const cell = move && cellOf(move);
  return cell ? cap(t('table.status.stillChosen', cellArgs(cell))) : '';
}
