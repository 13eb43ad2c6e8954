import { beforeEach, expect, it } from 'vitest';
import { FairDice } from '../src/features/table/fairDice.svelte';
import { partFor } from '../src/lib/fair/part';
import { commitment } from '../src/lib/fair/seal';
import { witnessAt } from '../src/lib/fair/witnessStore';
import { identityAt } from '../src/lib/identity';
import type { Fair, View } from '../src/protocol';
import * as fixtures from './fixtures';
import { testTable } from './testTable';

const CODE = 'HKMPRT';
const GAME = `${CODE}-1`;
const OTHER = 'c'.repeat(64);

let version = 0;
beforeEach(() => localStorage.clear());

/** Two players who seal their dice; `own` is the part of the first one as the server has it. */
function sealing(own: Partial<Fair['parts'][0]>, reveal = false): View {
  const { seats, ...lobby } = fixtures.lobby();
  const other = { seat: 1, commitment: commitment(OTHER), part: null, excused: false };
  return {
    ...lobby,
    stage: 'sealing',
    version: ++version,
    seats: seats.slice(0, 2).map((seat) => ({ ...seat, kind: 'player' as const, bot: null })),
    fair: {
      ...lobby.fair!,
      game: GAME,
      restarts: [],
      reveal,
      parts: [{ seat: 0, commitment: null, part: null, excused: false, ...own }, other],
    },
  } as View;
}

function join() {
  const table = testTable(sealing({}));
  const identity = identityAt(CODE);
  return { ...table, dice: new FairDice(table.session, identity), part: partFor(identity, GAME) };
}

it('seals its part once, and opens it when all are sealed', () => {
  const { transport, part } = join();
  const commit = { type: 'commit', game: GAME, commitment: commitment(part) };
  transport.receive(sealing({}));
  expect(transport.actions).toEqual([commit]);
  transport.receive(sealing({ commitment: commitment(part) }));
  expect(transport.actions).toEqual([commit]);
  transport.receive(sealing({ commitment: commitment(part) }, true));
  transport.receive(sealing({ commitment: commitment(part) }, true));
  expect(transport.actions).toEqual([commit, { type: 'reveal', game: GAME, part }]);
});

it('writes down what it has seen before it opens its part', () => {
  const { transport, part, dice } = join();
  let known: unknown;
  transport.send = () => (known = witnessAt(CODE)?.complete);
  transport.receive(sealing({ commitment: commitment(part) }, true));
  expect(known).toMatchObject({
    parts: [
      [0, commitment(part)],
      [1, commitment(OTHER)],
    ],
  });
  expect(dice.pin?.findings).toEqual([]);
});

it('sends its part again with the next view where it could not be written', async () => {
  const { transport, session, part } = join();
  transport.answer('server-error');
  await Promise.resolve();
  expect(session.refusal).toBeNull();
  expect(transport.actions).toHaveLength(1);
  transport.receive(sealing({}));
  expect(transport.actions).toHaveLength(2);
  transport.answer('stale');
  await Promise.resolve();
  transport.receive(sealing({}));
  expect(transport.actions).toHaveLength(2);
  void part;
});
