/*
 * All texts. Those of the screens that no first game needs are loaded with the first of these
 * screens: nothing that imports this file is shown before they are there.
 */

import { needs } from '../lib/lazy';
import { addTexts, intoCatalogue, t as translate } from './index.svelte';
import type { AnyKey, Catalogue } from './keys';
import type { Args } from './text';

const files = import.meta.glob<{ default: Catalogue }>('./later/??.json');
needs(addTexts((language) => files[`./later/${language}.json`]?.(), intoCatalogue));

export * from './index.svelte';
export const t = translate as (key: AnyKey, args?: Args) => string;
