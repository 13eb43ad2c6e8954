/* What this browser remembers about its user. */

import type { Language, Variant } from '../protocol';

export interface Settings {
  /** null: as the browser says. */
  language: Language | null;
  theme: 'auto' | 'light' | 'dark';
  sound: boolean;
  vibration: boolean;
  autoPass: boolean;
  autoRoll: boolean;
  /** Name at the last table. */
  name: string;
  /** The game that "Play now" starts. */
  variant: Variant;
  level: string;
  bots: number;
}

const KEY = 'qwixx.settings';
const DEFAULTS: Settings = {
  language: null,
  theme: 'auto',
  sound: false,
  vibration: false,
  autoPass: true,
  autoRoll: false,
  name: '',
  variant: 'classic',
  level: 'casual',
  bots: 2,
};

export const settings = $state<Settings>({ ...DEFAULTS, ...read(KEY, {}) });

export function save(change: Partial<Settings>): void {
  Object.assign(settings, change);
  write(KEY, settings);
  applyTheme();
}

/** Puts the chosen theme on the page. */
export function applyTheme(): void {
  const root = document.documentElement;
  if (settings.theme === 'auto') delete root.dataset['theme'];
  else root.dataset['theme'] = settings.theme;
}

/** Storage may be full, forbidden or spoilt; the game goes on without it. */
export function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing to be done: the choice holds until the page is closed.
  }
}
