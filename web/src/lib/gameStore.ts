/* The one list of games of this browser. Without storage it reads nothing and refuses writes. */

import { Games } from './playedGames';

const nowhere: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: () => null,
  setItem: () => {
    throw new Error('no storage');
  },
  removeItem: () => undefined,
};

function storage(): typeof nowhere {
  try {
    return localStorage;
  } catch {
    return nowhere;
  }
}

export const games = new Games(storage());
