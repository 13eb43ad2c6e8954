/* What a table with real dice needs beside the usual: loaded where it is played with them. */

import { currentLanguage } from '../../i18n/index.svelte';
import { loadRealTexts } from '../../i18n/real/catalogue.svelte';
import Layer from './DiceEntryOverlay.svelte';
import Note from './DiceSource.svelte';
import { facesAt } from './taps.svelte';
import TurnButtons from './TurnButtons.svelte';

export async function realParts() {
  await loadRealTexts(currentLanguage());
  return { Layer, Note, TurnButtons, facesAt };
}
