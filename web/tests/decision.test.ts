// @vitest-environment node
import { beforeEach, describe, expect, it } from 'vitest';
import * as fixtures from './fixtures';
import type { Move, Offer, PlayedView, RefusalCode } from '../src/protocol';
import { Decision, phaseKey, rollKey } from '../src/features/table/decision.svelte';
import type { ActionBody, Outcome } from '../src/net/tableSession.svelte';

let deeds: ActionBody[];
/** Answers the last action. */
let answer: (outcome: Outcome) => void;
const act = (deed: ActionBody) => {
  deeds.push(deed);
  return new Promise<Outcome>((settle) => (answer = settle));
};
/** … with a refusal, which its action hears of. */
async function refuse(code: RefusalCode) {
  answer({ ok: false, code });
  await Promise.resolve();
}
let decision: Decision;
beforeEach(() => (deeds = []));

function decide(view: PlayedView): Decision {
  decision = new Decision(view, act);
  return decision;
}
function answered(view: fixtures.Played, answer: Move | null): PlayedView {
  return { ...view, you: { ...view.you, answer } };
}
function offering(...offers: Offer[]): PlayedView {
  const view = fixtures.white();
  return { ...view, you: { ...view.you, offers } };
}
const chosen = (move: Move): ActionBody => ({ type: 'choose', move });
/** All that a new phase begins without. */
const nothing = { pencil: null, sent: null, asked: null, pending: null, marked: null };

it('needs no document', () => {
  expect(typeof document).toBe('undefined');
});

describe('the pencil', () => {
  beforeEach(() => decide(fixtures.white()));

  it('marks an offered cell and sends nothing', () => {
    decision.tap('b7');
    expect(decision).toMatchObject({ pencil: 'b7', marked: 'b7', sent: null });
    expect(deeds).toEqual([]);
  });

  it('moves to another cell, and a second tap sends it', () => {
    decision.tap('b7');
    decision.tap('r7');
    expect(decision.pencil).toBe('r7');
    expect(deeds).toEqual([]);
    decision.tap('r7');
    expect(deeds).toEqual([chosen('r7')]);
  });

  it('is not needed for one-tap play, but questions are still asked', () => {
    decision = new Decision(fixtures.longo(), act, () => true);
    decision.tap('g6');
    expect(decision).toMatchObject({ pending: { move: 'g6', doubt: 'skip' }, pencil: 'g6' });
    decision = new Decision(fixtures.white(), act, () => true);
    decision.tap('b7');
    expect(deeds).toEqual([chosen('b7')]);
  });

  it('counts when time is up; without it you pass, and an answer stays', () => {
    decision.tap('b7');
    decision.runOut();
    expect(deeds).toEqual([chosen('b7')]);
    expect(decision.late).toBe('b7');
    decide(fixtures.colour()).runOut();
    expect(deeds).toEqual([chosen('b7'), chosen('-')]);
    const pause = fixtures.rolling();
    decision.onView({ ...pause, you: { ...pause.you, asked: null } });
    expect(decision.late).toBe('-');
    // The message stays until your next decision, even if the others are fast.
    const theirs = fixtures.white();
    decision.onView({ ...theirs, game: { ...theirs.game, turn: 90 } });
    expect(decision.late).toBe('-');
    decision.onView({ ...theirs, game: { ...theirs.game, turn: 91 } });
    expect(decision.late).toBeNull();
    decide(answered(fixtures.white(), 'g7')).runOut();
    expect(deeds).toHaveLength(2);
  });

  it('prefers the plain cross of a cell to the lucky one', () => {
    decide(offering(fixtures.offer('*g7'), fixtures.offer('g7')));
    decision.tap('g7');
    expect(decision.pencil).toBe('g7');
    decide(offering(fixtures.offer('*g7')));
    decision.tap('g7');
    expect(decision.pencil).toBe('*g7');
  });

  it('is kept if a view changes nothing for you', () => {
    decision.tap('b7');
    decision.onView({ ...fixtures.white(), version: 41 });
    expect(decision.pencil).toBe('b7');
  });
});

describe('a cell noted for the colours', () => {
  /** Your own turn: whites 3 and 4, red 5. */
  function yours(): fixtures.Played {
    const view = fixtures.white();
    return { ...view, game: { ...view.game, active: view.you.seat } };
  }
  function colours(...offers: Offer[]): PlayedView {
    const { game } = yours();
    const view = fixtures.colour();
    return {
      ...view,
      game: { ...view.game, id: game.id, turn: game.turn, active: game.active },
      you: { ...view.you, offers },
    };
  }

  it('is pencilled beside the white one, and sent when its time comes', () => {
    decide(yours()).tap('b7');
    decision.tap('r9');
    expect(decision).toMatchObject({ pencil: 'b7', intended: 'r9', asked: null });
    decision.choose('b7');
    expect(deeds).toEqual([chosen('b7')]);
    decision.onView(colours(fixtures.offer('r9')));
    expect(deeds).toEqual([chosen('b7'), chosen('r9')]);
    expect(decision.intended).toBeNull();
  });

  it('is dropped with a message if it is no longer possible', () => {
    decide(yours()).tap('r9');
    decision.onView(colours(fixtures.offer('g9')));
    expect(decision).toMatchObject({ dropped: 'r9', intended: null });
    expect(deeds).toEqual([]);
  });

  it('is dropped by a second tap, and only the active player has it', () => {
    decide(yours()).tap('r9');
    decision.tap('r9');
    expect(decision.intended).toBeNull();
    decide({ ...yours(), game: { ...yours().game, active: 1 } }).tap('r9');
    expect(decision).toMatchObject({ intended: null, asked: 'r9' });
  });
});

describe('a question about a cell', () => {
  beforeEach(() => decide(fixtures.white()));

  it('is asked by a tap on another cell, and ended by the next tap', () => {
    decision.tap('y7');
    expect(decision.asked).toBe('y7');
    decision.tap('y2');
    expect(decision.asked).toBe('y2');
    decision.tap('y2');
    expect(decision.asked).toBeNull();
  });

  it('keeps the pencil, and ends if a cell is marked or sent', () => {
    decision.tap('b7');
    decision.tap('y7');
    expect(decision).toMatchObject({ pencil: 'b7', asked: 'y7' });
    decision.tap('r7');
    expect(decision.asked).toBeNull();
    decision.tap('y7');
    decision.choose('r7');
    expect(decision.asked).toBeNull();
  });

  it('cannot be asked by spectators', () => {
    decide(fixtures.spectator()).tap('r7');
    expect(decision).toMatchObject(nothing);
  });
});

describe('an answer', () => {
  beforeEach(() => decide(fixtures.white()));

  it('is sent once, and stays marked until the server has it', () => {
    decision.tap('b7');
    decision.choose('b7');
    expect(deeds).toEqual([chosen('b7')]);
    expect(decision).toMatchObject({ pencil: null, sent: 'b7', marked: 'b7' });
    decision.tap('r7');
    expect(decision).toMatchObject({ pencil: null, sent: 'b7' });

    decision.onView({ ...fixtures.white(), version: 41 });
    expect(decision.sent).toBe('b7');
    decision.onView(answered(fixtures.white(), 'b7'));
    expect(decision).toMatchObject({ sent: null, marked: 'b7' });
  });

  it('can be a pass', () => {
    decision.choose('-');
    expect(deeds).toEqual([chosen('-')]);
    expect(decision.sent).toBe('-');
  });

  it('is forgotten when it is refused', async () => {
    decision.choose('b7');
    await refuse('stale');
    expect(decision).toMatchObject(nothing);
  });

  it('is taken back by tapping its cell, and replaced by another', () => {
    decide(answered(fixtures.white(), 'g7'));
    expect(decision.marked).toBe('g7');
    decision.tap('g7');
    expect(deeds).toEqual([{ type: 'retract' }]);
    decision.tap('r7');
    expect(decision.marked).toBe('r7');
    decision.tap('r7');
    expect(deeds).toEqual([{ type: 'retract' }, chosen('r7')]);
  });

  it('is forgotten once the next phase begins', () => {
    decision.tap('y7');
    decision.choose('b7');
    decision.onView(fixtures.colour());
    expect(decision).toMatchObject(nothing);
  });
});

describe('a confirmation', () => {
  it.each<[string, PlayedView, Move, string]>([
    ['a misthrow', fixtures.colour(), '-', 'misthrow'],
    ['many skipped cells', fixtures.longo(), 'g6', 'skip'],
    ['the end of the game', offering(fixtures.offer('r12', { ends: true })), 'r12', 'end'],
  ])('is asked for before %s', (_, view, move, doubt) => {
    decide(view).choose(move);
    expect(decision.pending).toEqual({ move, doubt });
    expect(deeds).toEqual([]);
  });

  it('is asked for before the misthrow that ends the game', () => {
    const view = fixtures.colour();
    const pass = { misthrow: true, ends: true };
    decide({ ...view, you: { ...view.you, pass } }).choose('-');
    expect(decision.pending?.doubt).toBe('last-misthrow');
  });

  it('is not asked for without a choice', () => {
    const view = fixtures.colour();
    decide({ ...view, you: { ...view.you, offers: [] } }).choose('-');
    expect(deeds).toEqual([chosen('-')]);
  });

  it('sends the move if it is confirmed', () => {
    decide(fixtures.longo()).tap('g6');
    decision.choose('g6');
    decision.confirm();
    expect(deeds).toEqual([chosen('g6')]);
    expect(decision).toMatchObject({ pending: null, pencil: null, sent: 'g6' });
    decision.confirm();
    expect(deeds).toHaveLength(1);
  });

  it('keeps the pencil if it is not confirmed', () => {
    decide(fixtures.longo()).tap('g6');
    decision.choose('g6');
    decision.decline();
    expect(decision).toMatchObject({ pending: null, pencil: 'g6', sent: null });
    expect(deeds).toEqual([]);
  });

  it('comes too late when the phase is over', () => {
    decide(fixtures.colour()).choose('-');
    decision.onView(fixtures.rolling());
    decision.confirm();
    expect(decision.pending).toBeNull();
    expect(deeds).toEqual([]);
  });
});

describe('the dice', () => {
  it('are rolled by the active player', async () => {
    decide(fixtures.rolling()).roll();
    decision.roll();
    expect(deeds, 'a double tap throws once').toEqual([{ type: 'roll' }]);
    await refuse('too-many-requests');
    decision.roll();
    expect(deeds).toHaveLength(2);
  });

  it('lie still when the page opens', () => {
    expect(decide(fixtures.white())).toMatchObject({
      rolling: false,
      visibleView: fixtures.white(),
    });
    expect(decide(fixtures.rolling()).rolling).toBe(false);
  });

  it('show nothing and allow no tap until they lie still', () => {
    decide(fixtures.rolling()).onView(fixtures.white());
    expect(decision.rolling).toBe(true);
    expect(decision.visibleView.game?.roll).toBeNull();
    expect(decision.visibleView.you).toMatchObject({ asked: null, offers: [], pass: null });
    decision.tap('b7');
    decision.tap('y7');
    expect(decision).toMatchObject(nothing);

    decision.settle('another throw');
    expect(decision.rolling).toBe(true);
    decision.settle(rollKey(fixtures.white()));
    expect(decision).toMatchObject({ rolling: false, visibleView: fixtures.white() });
    decision.tap('b7');
    expect(decision.pencil).toBe('b7');
  });

  it('show nothing to spectators until they lie still', () => {
    const view = fixtures.rolling();
    decide({ ...view, you: null }).onView(fixtures.spectator());
    expect(decision.visibleView).toMatchObject({ you: null, game: { roll: null } });
  });
});

it('names phases and rolls', () => {
  expect(phaseKey(fixtures.white())).toBe('HKMPRT-1 17 white 34/5261');
  expect(rollKey(fixtures.white())).toBe('HKMPRT-1 17 34/5261');
  expect(rollKey(fixtures.rolling())).toBe('');
});
