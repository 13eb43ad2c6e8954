/* What was seen of the dice at each table, where a reload finds it. */

import type { Pin } from './witness';
import { read, write } from '../storage';

const KEY = 'qwixx.pins';
const KEPT = 20;

type Kept = [code: string, pin: Pin][];

export function pinAt(code: string): Pin | null {
  return read<Kept>(KEY, []).find(([table]) => table === code)?.[1] ?? null;
}

export function keepPin(code: string, pin: Pin): void {
  const others = read<Kept>(KEY, []).filter(([table]) => table !== code);
  write(KEY, [[code, pin], ...others].slice(0, KEPT));
}
