/* The one book of games of this browser. Where storage is forbidden, it is empty and full. */

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
