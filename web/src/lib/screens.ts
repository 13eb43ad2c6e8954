/* The sizes of screens, by name: CSS writes `@media (--desktop)`, scripts `SCREENS.desktop`. */

export const SCREENS = {
  /** Twelve cells of 24 px leave no room for anything else. */
  'small-phone': '(max-width: 359px)',
  /** Upright, with little height: browser bars, or a small screen. */
  'low-phone': '(max-height: 760px) and (max-width: 559px)',
  /** A phone on its side. */
  sideways: '(max-height: 500px) and (min-width: 560px)',
  /** A tablet, upright; a desktop is one, too. */
  tablet: '(min-width: 620px) and (min-height: 761px)',
  /** Room for a side column. With type of twice the size it takes twice the room. */
  desktop: '(min-width: 62.5em) and (min-height: 35em)',
} as const;

const NAME = /(not )?\(--([a-z-]+)\)/g;

/** Returns the CSS in which each named screen is its query. */
export const writeScreens = (css: string) =>
  css.replace(/@media [^{]*\(--[^{]*\{/g, (rule) =>
    rule.replace(NAME, (_, not: string | undefined, name: string) => {
      if (!(name in SCREENS)) throw new Error(`unknown screen: --${name}`);
      const query = SCREENS[name as keyof typeof SCREENS];
      return not ? `not (${query})` : query;
    }),
  );
