/* The settings that this browser remembers. */

import { read, write } from './storage';
import type { BotSpeed, Language, Portrait, Preferences, Variant } from '../protocol';

export interface Settings {
  /** null: as the browser says. */
  language: Language | null;
  theme: 'auto' | 'light' | 'dark';
  sound: boolean;
  vibration: boolean;
  /** Notifications of the browser when it is your turn. */
  notify: boolean;
  /** Keyboard shortcuts. */
  keys: boolean;
  /** See the signs that others give. */
  signs: boolean;
  /** The explanations that were shown. */
  marks: string[];
  autoPass: boolean;
  autoRoll: boolean;
  /** A tap on an offered cell is the choice. */
  oneTap: boolean;
  /** The speed of bots at a table without other players. */
  pace: BotSpeed;
  /** Name at the last table. */
  name: string;
  portrait: Portrait;
  /** The game that "Play now" starts. */
  variant: Variant;
  level: string;
  bots: number;
}

const KEY = 'qwixx.settings';
const DEFAULTS: Settings = {
  language: null,
  theme: 'auto',
  sound: true,
  vibration: false,
  notify: false,
  keys: true,
  signs: true,
  marks: [],
  autoPass: true,
  autoRoll: false,
  oneTap: false,
  pace: 'normal',
  name: '',
  portrait: '',
  variant: 'classic',
  level: 'casual',
  bots: 2,
};

export const settings = $state<Settings>({ ...DEFAULTS, ...read(KEY, {}) });

export const PACES: readonly BotSpeed[] = ['leisurely', 'normal', 'quick', 'at-once'];

/** Returns the settings that the server applies to your seat. */
export function seatPreferences(): Preferences {
  const { autoPass, autoRoll, pace } = settings;
  return { autoPass, autoRoll, pace };
}

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
