/** The parts of the texts: a file for each of them, in every language. */
interface Parts {
  board: typeof import('./en/board.json');
  common: typeof import('./en/common.json');
  daily: typeof import('./en/daily.json');
  device: typeof import('./en/device.json');
  evening: typeof import('./en/evening.json');
  extras: typeof import('./en/extras.json');
  fairness: typeof import('./en/fairness.json');
  history: typeof import('./en/history.json');
  home: typeof import('./en/home.json');
  lobby: typeof import('./en/lobby.json');
  menu: typeof import('./en/menu.json');
  pad: typeof import('./en/pad.json');
  print: typeof import('./en/print.json');
  realDice: typeof import('./en/realDice.json');
  result: typeof import('./en/result.json');
  returning: typeof import('./en/returning.json');
  review: typeof import('./en/review.json');
  rules: typeof import('./en/rules.json');
  settings: typeof import('./en/settings.json');
  shared: typeof import('./en/shared.json');
  table: typeof import('./en/table.json');
  tablet: typeof import('./en/tablet.json');
  training: typeof import('./en/training.json');
}

export type Part = keyof Parts;
/** The parts that a first game shows. */
export const FIRST_PARTS: readonly Part[] = ['board', 'common', 'home', 'table'];
/** The first word of a key is the part that the text belongs to. */
export type Key = { [P in Part]: Exclude<keyof Parts[P], 'default'> }[Part];
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;
/** A text, or one for each plural class of the language, or of its ordinals (1st; l’8). */
export type Entry = string | Forms | { ordinal: Forms };
export type Texts = Partial<Record<Key, Entry>>;
