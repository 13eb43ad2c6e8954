import { beforeAll } from 'vitest';
import { setLanguage } from '../src/i18n/index.svelte';

// Every text a test looks at is English unless it says otherwise.
beforeAll(() => setLanguage('en'));
