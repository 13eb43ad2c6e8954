/* A step of a finished game in words. */

import { at } from '../../lib/itemAt';
import { list, t, cellArgs, cellOf } from '../../i18n';
import type { Frame } from '../../protocol';

/** Returns the text of a step, like "Mara crossed red 5. Pip passed." */
export function toldText(frame: Frame, names: string[]): string {
  const name = at(names, frame.active);
  if (frame.step === 'roll') return t('table.status.theyRolled', { name, n: frame.roll.sum });
  if (frame.step === 'white') {
    const choices = frame.white ?? [];
    const sentences = choices.flatMap((move, i) => crossed(at(names, i), move));
    const passed = names.filter((_, i) => choices[i] === '-');
    if (passed.length === names.length) return t('table.status.allPassed');
    if (passed.length)
      sentences.push(t('table.status.passed', { n: passed.length, names: list(passed) }));
    return sentences.join(' ');
  }
  if (frame.misthrow) return t('table.status.theyMisthrow', { name });
  return (
    (frame.colour && crossed(name, frame.colour)[0]) ||
    t('table.status.passed', { n: 1, names: name })
  );
}

function crossed(name: string, move: string): string[] {
  const cell = cellOf(move);
  return cell ? [t('table.status.theyCrossed', { name, ...cellArgs(cell) })] : [];
}
