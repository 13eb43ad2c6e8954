import { afterEach, describe, expect, it } from 'vitest';
import { list, preferredLanguage, setLanguage, t, cellArgs, signed } from '../src/i18n';
import { codeIn } from '../src/lib/tableCode';
import { partFor } from '../src/lib/fair/part';
import { takeSeatFromLink, identityAt } from '../src/lib/identity';
import { seatLink } from '../src/lib/seatLink';
import { routeAt } from '../src/routes';

afterEach(() => setLanguage('en'));

describe('languages', () => {
  it('changes all texts at once, also those of a part that is not shown now', async () => {
    expect(t('shared.myGames')).toBe('My games');
    // Loaded for the first time here.
    const change = setLanguage('pt');
    expect([t('shared.myGames'), t('table.action.pass')]).toEqual(['My games', 'Pass']);
    await change;
    expect([t('shared.myGames'), t('table.action.pass')]).toEqual(['As minhas partidas', 'Passar']);
  });

  it('fills in names and chooses the plural', async () => {
    expect(t('common.points', { n: 1 })).toBe('1 point');
    expect(t('table.status.decided', { n: 2, names: 'Mara and Pip' })).toBe(
      'Mara and Pip have decided.',
    );
    await setLanguage('fr');
    // In French nought is singular.
    expect(t('common.points', { n: 0 })).toBe('0 point');
  });

  it.each([
    ['en', 'point', 'points', '1 cross'],
    ['de', 'Punkt', 'Punkte', '1 Kreuz'],
    ['fr', 'point', 'points', '1 croix'],
    ['it', 'punto', 'punti', '1 crocetta'],
    ['pt', 'ponto', 'pontos', '1 cruz'],
  ] as const)('counts one and many in %s', async (language, one, many, cross) => {
    await setLanguage(language);
    expect([1, -1, 2, -5].map((n) => t('shared.pointsUnit', { n }))).toEqual([
      one,
      one,
      many,
      many,
    ]);
    expect(t('board.row.crosses', { n: 1 })).toBe(cross);
  });

  it('stays with the language that was chosen last', async () => {
    await Promise.all([setLanguage('de'), setLanguage('it'), setLanguage('fr')]);
    // One from the table, and one from a later screen.
    expect([t('table.action.pass'), t('lobby.title')]).toEqual(['Passer', 'Ta table']);
  });

  it('writes places as the language does', async () => {
    expect([1, 2, 3, 4].map((n) => t('result.place', { n }))).toEqual(['1st', '2nd', '3rd', '4th']);
    await setLanguage('de');
    expect(t('result.place', { n: 1 })).toBe('1. Platz');
  });

  it('puts the article before a number that wants one', async () => {
    expect(t('table.status.youCrossed', cellArgs('r8'))).toBe('You crossed red 8.');
    await setLanguage('it');
    expect(t('table.status.youCrossed', cellArgs('r7'))).toBe('Hai segnato il 7 rosso.');
    expect(t('table.status.youCrossed', cellArgs('b11'))).toBe('Hai segnato l’11 blu.');
  });

  it('lists names without an American comma', () => {
    expect(list(['Ada', 'Ben', 'Cleo'])).toBe('Ada, Ben and Cleo');
  });

  it('takes the first language of the browser that it knows', () => {
    expect(preferredLanguage(['nl-NL', 'pt-BR', 'en'])).toBe('pt');
    expect(preferredLanguage(['ja'])).toBe('en');
  });

  it('writes a true minus', () => {
    expect(signed(-5)).toBe('−5');
  });
});

describe('addresses', () => {
  it.each([
    ['/', '/', {}],
    ['/HKMPRT', '/:code', { code: 'HKMPRT' }],
    ['/hkmprt', '/:code', { code: 'HKMPRT' }],
    ['/HKMPRT/2', '/:code/:game', { code: 'HKMPRT', game: 2 }],
    ['/HKMPRT/2/review', '/:code/:game/review', { code: 'HKMPRT', game: 2 }],
    ['/HKMPRT/screen', '/:code/screen', { code: 'HKMPRT' }],
    ['/review', '/review', {}],
    ['/rules/longo', '/rules/:variant', { variant: 'longo' }],
    ['/fair/', '/fair', {}],
    ['/settings', '/settings', {}],
    ['/nothing-here', '', { code: 'nothing-here' }],
    ['/nonsense/page', '', { code: 'nonsense' }],
    ['/HKMPRT/0', '', { code: 'HKMPRT' }],
    ['/hkm', '', { code: 'hkm' }],
  ])('%s is the screen of %s', (address, path, props) => {
    const found = routeAt(address);
    expect([found.route.path, found.props]).toEqual([path, props]);
  });
});

describe('a code', () => {
  it.each([
    ['hkmprt', 'HKMPRT'],
    ['hkm prt', 'HKMPRT'],
    ['HKM', 'HKM'],
    ['https://qwixx.example/HKMPRT', 'HKMPRT'],
    ['https://qwixx.example/games/hkmprt/screen', 'HKMPRT'],
    ['Code: QRQ HJY', 'QRQHJY'],
    ['Komm an meinen Tisch, QRQHJY!', 'QRQHJY'],
    ['Code QRQ', 'CODEQR'],
    ['OOHKMPRT', 'OOHKMP'],
  ])('is found in %s', (text, code) => expect(codeIn(text)).toBe(code));
});

describe('your identity', () => {
  it('is remembered for each table', () => {
    const here = identityAt('HKMPRT');
    expect(here.secret).toMatch(/^[0-9a-f]{32}$/);
    expect(identityAt('HKMPRT').secret).toBe(here.secret);
    expect(identityAt('ABCDEF').secret).not.toBe(here.secret);
  });

  it('gives another part of the dice for each game, the same one each time', () => {
    const here = identityAt('HKMPRT');
    expect(partFor(here, 'g-1')).toMatch(/^[0-9a-f]{64}$/);
    expect(partFor(here, 'g-1')).toBe(partFor(here, 'g-1'));
    expect(partFor(here, 'g-1.1')).not.toBe(partFor(here, 'g-1'));
    expect(partFor(here, 'g-2')).not.toBe(partFor(here, 'g-1'));
  });

  it('moves with a link, luck included', () => {
    const here = identityAt('HKMPRT');
    const ticket = 'c'.repeat(32);
    const fragment = new URL(seatLink('http://x/HKMPRT', ticket, here)).hash;
    expect(takeSeatFromLink('HKMPRT', fragment)).toBe(ticket);
    const there = identityAt('HKMPRT');
    expect(there.luck).toBe(here.luck);
    expect(there.secret).not.toBe(here.secret);
    expect(takeSeatFromLink('HKMPRT', '#seat=nonsense')).toBeNull();
  });
});
