/* Words of a table that are others if several people share a device. */

import { getContext, setContext } from 'svelte';

export interface SharedDevice {
  /** Whose card is shown, in place of whose turn it is; empty if that is the same. */
  title: () => string;
  /** The button that crosses a cell; empty if it is the default one. */
  cross: (cell: { cell: string; the: string }) => string;
}

const SHARED = 'shared device';
export const useSharedDevice = () => getContext<SharedDevice | undefined>(SHARED);
export const provideSharedDevice = (words: SharedDevice) => setContext(SHARED, words);
