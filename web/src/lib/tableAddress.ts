import type { View } from '../protocol';
import { serverAddress } from './serverAddress';

/** Where others find this table. A page on "localhost" is told by the server how phones see it. */
export function tableAddress(view: View): string {
  return view.link || serverAddress(`/${view.code}`);
}

/** "HKM PRT": six letters are easier to read in two halves. */
export function spaced(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}
