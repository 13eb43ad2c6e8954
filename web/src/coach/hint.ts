/* A hint while playing: the good moves ranked on the card itself, and the reason of the first. */

import type { CardState } from '../card/state';
import { currentLanguage, t } from '../i18n/index.svelte';
import { cap } from '../i18n/text';
import type { PlayedView } from '../protocol';
import { identityAt } from '../state/identity';
import { hint } from './api';
import { c, loadTexts } from './catalogue.svelte';
import { showMoves } from './costs';
import { costText } from './numbers';
import { moveArgs, reasonsText } from './why';
import './costs.css';

export interface Shown {
  happened: string;
  may: string;
  /** What the costs mean. */
  unit: string;
  /** What passing costs. */
  pass: string;
  card(card: CardState): CardState;
}

export async function hintFor(view: PlayedView): Promise<Shown> {
  const language = currentLanguage();
  const [found] = await Promise.all([
    hint(view.code, identityAt(view.code).secret).catch(() => null),
    loadTexts(language),
  ]);
  const [best] = found?.moves ?? [];
  if (!found || !best) {
    const busy = { happened: c('hint.busy'), may: '', unit: '', pass: '' };
    return { ...busy, card: (card) => card };
  }
  const passing = found.moves.find((entry) => entry.move === '-');
  return {
    happened:
      best.move === '-' ? c('hint.passBest') : cap(c('hint.best', moveArgs('best', best.move, t))),
    may: reasonsText(best.reasons.slice(0, 1), t),
    unit: c('hint.unit'),
    pass: !passing ? '' : passing === best ? '✓' : costText(passing.cost, 'share', language),
    card: (card) =>
      showMoves(
        card,
        found.moves.map((entry) => entry.move),
        found.moves,
        'share',
        language,
      ),
  };
}
