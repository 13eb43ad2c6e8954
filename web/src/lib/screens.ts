/* The sizes of screens, by name: CSS writes `@media (--desktop)`, scripts `WIDE`. */

/** Upright, with little height: browser bars, or a small screen. */
export const LOW_PHONE = '(max-height: 760px) and (max-width: 559px)';

/** Room for large dice with words above them; a tablet, upright. */
const TABLET = '(min-width: 38.75em) and (min-height: 47.5em)';

/** Room for a side column. With type of twice the size it takes twice the room. */
export const DESKTOP = '(min-width: 62.5em) and (min-height: 35em)';

const SCREENS = {
  /** Twelve cells of 24 px leave no room for anything else. */
  'small-phone': '(max-width: 359px)',
  'low-phone': LOW_PHONE,
  /** A phone on its side, and every other window that is wide and low. */
  sideways: `(max-height: 760px) and (min-width: 560px) and (not (${DESKTOP}))`,
  tablet: TABLET,
  desktop: DESKTOP,
  /** Looked at from further away. */
  'large-screen': '(min-width: 106em) and (min-height: 56em)',
  /** Not a screen: type of twice its size has no room on a phone. */
  'large-type': '(max-width: 19.99em) or (max-height: 19.99em)',
} as const;

/** A tablet or a desktop. */
export const WIDE = `${TABLET}, ${DESKTOP}`;

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
