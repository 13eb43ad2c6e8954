import { beforeAll } from 'vitest';
import { whole } from '../src/lib/lazy';
import { setLanguage } from '../src/i18n/index.svelte';

// Every text a test looks at is English unless it says otherwise.
beforeAll(() => whole(() => setLanguage('en')));
