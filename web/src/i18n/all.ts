/*
 * All texts. Those of the screens that no first game needs are loaded with the first of these
 * screens: whoever imports this file waits for them.
 */

import { addTexts, t as translate } from './index.svelte';
import type { AnyKey, Catalogue } from './keys';
import type { Args } from './text';

const files = import.meta.glob<{ default: Catalogue }>('./later/??.json');
await addTexts((language) => files[`./later/${language}.json`]?.());

export * from './index.svelte';
export const t = translate as (key: AnyKey, args?: Args) => string;
