import type { View } from '../protocol';
import { serverAddress } from './serverAddress';

/** Returns the address of a table for others. For a page on "localhost" the server names it. */
export function tableAddress(view: View): string {
  return view.link || serverAddress(`/${view.code}`);
}

/** "HKM PRT": six letters are easier to read in two halves. */
export function spaced(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}
