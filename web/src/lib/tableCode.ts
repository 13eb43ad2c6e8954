/** Whether a table runs on this device. No server gives a code with this letter. */
export const isOnDevice = (code: string) => code.startsWith('O');

const LENGTH = 6;
/** The last code in a text, in two halves or in one piece; no code has a vowel. */
const CODE = /.*\b([^aeiou\W\d_]{3}) ?([^aeiou\W\d_]{3})\b/is;

/** Finds the code in a typed or pasted text, such as a whole link or "Code: HKM PRT". */
export function codeIn(text: string): string {
  const [, first = text, second = ''] = CODE.exec(text) ?? [];
  return (first + second)
    .replace(/[^a-z]/gi, '')
    .toUpperCase()
    .slice(0, LENGTH);
}
