/* Stores the witness of the dice of each table, so that it survives a reload. */

import type { DiceWitness } from './witness';
import { read, write } from '../storage';

const KEY = 'qwixx.pins';
const KEPT = 20;

type Kept = [code: string, pin: DiceWitness][];

export function witnessAt(code: string): DiceWitness | null {
  return read<Kept>(KEY, []).find(([table]) => table === code)?.[1] ?? null;
}

export function saveWitness(code: string, pin: DiceWitness): void {
  const others = read<Kept>(KEY, []).filter(([table]) => table !== code);
  write(KEY, [[code, pin], ...others].slice(0, KEPT));
}
