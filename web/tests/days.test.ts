import { beforeEach, expect, it } from 'vitest';
import { verify } from '../src/lib/fair/dice';
import { observe } from '../src/lib/fair/observe';
import { commitment } from '../src/lib/fair/seal';
import { myDay, noteDay, noteSeals, sealVerdict, secretOf } from '../src/features/daily/days';
import type { Day, Fair } from '../src/protocol';

beforeEach(() => localStorage.clear());

const SECRET = '0'.repeat(64);
const SEAL = commitment(SECRET);
const fair: Fair = {
  game: '2026-11-15',
  commitment: SEAL,
  secret: SECRET,
  reveal: false,
  parts: [],
  first: null,
  restarts: [],
  scheme: 'qwixx-day-1',
};

it('is the same person in every tab of a day, and another one on every day', () => {
  expect(secretOf('2026-11-15')).toBe(secretOf('2026-11-15'));
  expect(secretOf('2026-11-15')).toMatch(/^[0-9a-f]{32}$/);
  expect(secretOf('2026-11-16')).not.toBe(secretOf('2026-11-15'));
});

it('remembers the played days, each once', () => {
  noteDay({ day: '2026-11-15', code: 'CDFGHJ' });
  noteDay({ day: '2026-11-16', code: 'KLMNPQ' });
  noteDay({ day: '2026-11-15', code: 'CDFGHJ', points: 74 });
  expect(myDay('2026-11-15')).toEqual({ day: '2026-11-15', code: 'CDFGHJ', points: 74 });
  expect(myDay('2026-11-17')).toBeUndefined();
});

it('compares the published secret with the earlier seal', () => {
  const day = { day: '2026-11-16', seal: SEAL, secret: SECRET };
  expect(sealVerdict(day)).toBe('unseen');
  const seals = (seal: string) => ({
    today: { day: '2026-11-15', seal: 'a' } as Day,
    tomorrow: { day: '2026-11-16', seal, sealedAt: 0 },
  });
  noteSeals(seals(SEAL));
  noteSeals(seals('another one, later'));
  expect(sealVerdict(day)).toBe('matches');
  const other = '1'.repeat(64);
  expect(sealVerdict({ ...day, seal: commitment(other), secret: other })).toBe('exchanged');
  expect(sealVerdict({ ...day, secret: other })).toBe('broken');
});

it('checks the rolls of a day against its seal, and asks for nobody’s part', () => {
  const cards = [{ lucky: [] }, { lucky: [] }, { lucky: [] }];
  const classic = { variant: 'classic', faces: 6 } as const;
  const told = (roll: string) => verify(fair, { rolls: [roll], first: 1 }, classic, cards);
  // As docs/daily.md says.
  expect(told('24/5663')).toEqual({ fine: true, rolls: 1 });
  expect(told('24/5664')).toMatchObject({ fine: false, fault: 'roll' });
  const who = { seat: 0, players: [0], begun: 1, said: null };
  const playing = { ...who, stage: 'playing', fair: { ...fair, secret: null } } as const;
  const pin = observe(null, playing, () => '');
  expect(pin.findings).toEqual([]);
  const later = observe(
    pin,
    { ...playing, stage: 'over', fair: { ...fair, commitment: 'b' } },
    () => '',
  );
  expect(later.findings).toEqual([{ kind: 'server', seats: [] }]);
});
