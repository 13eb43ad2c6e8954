import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Card from '../src/board/card/Card.svelte';
import Tray from '../src/board/dice/Tray.svelte';
import { step } from '../src/board/card/arrowKeys';
import * as fixtures from './fixtures';
import { setLanguage } from '../src/i18n';
import { ownCard, plainCard } from '../src/board/card/cardState';
import { SYMBOLS } from '../src/ui/icons/shapes';
import { LAYOUTS, type Colour } from '../src/protocol';
import { reactive } from './reactive.svelte';

let shown: Record<string, unknown> | null = null;
const taps: string[] = [];

function show(view = fixtures.white(), pencil: string | null = null, asked: string | null = null) {
  taps.length = 0;
  shown = mount(Card, {
    target: document.body,
    props: {
      card: ownCard(view, view.you, pencil, asked),
      label: 'Your card',
      ontap: (name) => taps.push(name),
    },
  });
  flushSync();
}
const cell = (name: string) => document.querySelector<HTMLElement>(`[data-cell="${name}"]`)!;

afterEach(async () => {
  if (shown) await unmount(shown);
  shown = null;
  await setLanguage('en');
});

describe('a card', () => {
  it('describes each cell to screen readers', () => {
    show(fixtures.white(), 'b7');
    expect(cell('r2').getAttribute('aria-label')).toBe('Red 2, crossed');
    expect(cell('r4').getAttribute('aria-label')).toBe('Red 4, lost');
    expect(cell('r7').getAttribute('aria-label')).toBe('Red 7, may be crossed');
    expect(cell('b7').getAttribute('aria-label')).toBe('Blue 7, chosen');
    expect(cell('b7').getAttribute('aria-pressed')).toBe('true');
    expect(cell('r12').getAttribute('aria-label')).toBe('Red 12');
  });

  it('names the dice of a sum, luck, and closed rows', () => {
    show(fixtures.colour());
    expect(cell('b10').getAttribute('aria-label')).toBe('Blue 10, 4+6, may be crossed');
    expect(cell('b10').querySelector('[data-text="4+6"]')).toBeTruthy();
  });

  it('sums a row up', () => {
    show(fixtures.closed());
    const labels = [...document.querySelectorAll('[role=group]')].map((row) =>
      row.getAttribute('aria-label'),
    );
    expect(labels[0]).toBe('Red row: 2, 4, 5, 7; 4 crosses; 10 points');
    expect(labels[2]).toBe('Green row: 12, 10, 9, 7; 4 crosses; 10 points; Locked by Jonas');
  });

  it('says "you" to a player who locked a row, and crosses the lock', () => {
    const view = fixtures.closed();
    const green = () => document.querySelectorAll('[role=group]')[2]!;
    show({ ...view, you: { ...view.you!, seat: 2 } });
    expect(green().getAttribute('aria-label')).toMatch(/; Locked by you$/);
    expect(green().querySelectorAll('.lock svg.ink')).toHaveLength(1);
  });

  it('speaks other languages', async () => {
    await setLanguage('de');
    show();
    expect(cell('g7').getAttribute('aria-label')).toBe('Grüne 7, darf angekreuzt werden');
    expect(document.querySelector('.tab')!.textContent).toContain('Ro');
  });

  it('reports taps on any cell, offered or not', () => {
    show();
    cell('r7').click();
    cell('y7').click();
    expect(taps).toEqual(['r7', 'y7']);
  });

  it('has one stop for the tabulator, at first on an offered cell', () => {
    show();
    const stops = [...document.querySelectorAll<HTMLElement>('button.cell')].filter(
      (button) => button.tabIndex === 0,
    );
    expect(stops.map((button) => button.dataset['cell'])).toEqual(['r7']);
  });

  it('has its stop on another cell when others are offered', () => {
    const [before, after] = [fixtures.white(), fixtures.closed()];
    const props = reactive({
      card: ownCard(before, before.you, null, null),
      label: '',
      ontap() {},
    });
    shown = mount(Card, { target: document.body, props });
    flushSync();
    cell('b2').focus();
    flushSync();
    expect(cell('b2').tabIndex).toBe(0);
    props.card = ownCard(after, after.you, null, null);
    flushSync();
    expect(cell('r9').tabIndex).toBe(0);
    expect(cell('b2').tabIndex).toBe(-1);
  });

  it('moves the focus with the arrow keys', () => {
    show();
    cell('r7').focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown']) {
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      flushSync();
    }
    expect((document.activeElement as HTMLElement).dataset['cell']).toBe('g6');
  });

  it('marks the cell in question and the cross that is in the way', () => {
    show(fixtures.white(), null, 'y7');
    expect(cell('y7').classList.contains('asked')).toBe(true);
    expect(cell('y8').classList.contains('blocking')).toBe(true);
  });

  it('shows each cell of a mixed row by its own colour and symbol', () => {
    const view = fixtures.white();
    const [first, ...others] = view.layout.rows;
    const colours = 'yyybbbgggrr';
    view.layout = { ...view.layout, rows: [{ ...first!, colours }, ...others] };
    shown = mount(Card, {
      target: document.body,
      props: { card: plainCard(view.layout, view.game.cards[1]!, [], []), label: '' },
    });
    const cells = [...document.querySelectorAll('.row:first-child .cell')];
    expect(cells.map((each) => each.classList[1]).join('')).toBe(colours);
    const drawn = cells.map((each) => each.querySelector('.symbol path')!.getAttribute('d'));
    expect(drawn).toEqual([...colours].map((colour) => SYMBOLS[colour as Colour]));
    const bands = cells.map((each) => each.classList.contains('starts'));
    expect(bands.flatMap((starts, i) => (starts ? [i] : []))).toEqual([0, 3, 6, 9]);
  });

  it('has no symbols in its cells if rows have one colour', () => {
    show();
    expect(document.querySelectorAll('.cell .symbol')).toHaveLength(0);
  });

  it('offers nothing to press if it belongs to another player', () => {
    const view = fixtures.white();
    shown = mount(Card, {
      target: document.body,
      props: { card: plainCard(view.layout, view.game!.cards[1]!, [], []), label: 'Card of Mara' },
    });
    expect(document.querySelectorAll('button')).toHaveLength(0);
  });
});

describe('the tray', () => {
  it('shows the row of each sum on a mixed card, and strikes lost sums', async () => {
    const view = fixtures.white();
    const layout = LAYOUTS['mixx-a'];
    const marks = ['x-xx.......', '-xx-x-x....', 'xx-x.......', '-xx-x......'];
    const rows = marks.map((each) => ({ marks: each, locked: false, crosses: 4, points: 10 }));
    const card = plainCard(layout, { rows, misthrows: 1, total: 35, lucky: [] }, [], []);
    shown = mount(Tray, {
      target: document.body,
      props: {
        dice: view.game.roll, // 34/5261
        throwKey: '',
        faces: 6,
        colours: layout.rows.map(({ colour }) => colour),
        card,
      },
    });
    const sums = await vi.waitFor(() => {
      const found = [...document.querySelectorAll<HTMLElement>('.reach')];
      expect(found).toHaveLength(8);
      return found;
    });
    expect(
      sums.map((each) =>
        each.classList.contains('lost')
          ? `${each.textContent} lost`
          : `${each.textContent} in ${each.style.getPropertyValue('--row')}`,
      ),
    ).toEqual(['8 lost', '9 lost', '5 in 3', '6 in 3', '9 in 0', '10 in 0', '4 in 3', '5 lost']);
  });
});

describe('keys', () => {
  const grid = [
    ['a1', 'a2', 'a3'],
    ['b1', 'b2', 'b3'],
  ];
  it.each([
    ['a1', 'ArrowLeft', 'a1'],
    ['a1', 'End', 'a3'],
    ['b3', 'Home', 'b1'],
    ['b3', 'ArrowUp', 'a3'],
    ['b3', 'ArrowDown', 'b3'],
    ['b3', 'x', null],
    ['zz', 'Home', null],
  ])('%s %s leads to %s', (from, key, to) => {
    expect(step(grid, from, key)).toBe(to);
  });
});
