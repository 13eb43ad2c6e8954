/* What a table with real dice needs beside the usual: loaded where it is played with them. */

import { currentLanguage } from '../i18n/index.svelte';
import { loadRealTexts } from './catalogue.svelte';
import Layer from './Layer.svelte';
import Note from './Note.svelte';
import { facesAt } from './taps.svelte';
import TurnButtons from './TurnButtons.svelte';

export async function realParts() {
  await loadRealTexts(currentLanguage());
  return { Layer, Note, TurnButtons, facesAt };
}
