const LENGTH = 6;
/** In two halves or in one piece; no code has a vowel. */
const CODE = /\b([^aeiou\W\d_]{3}) ?([^aeiou\W\d_]{3})\b/i;

/** The code in what was typed, or pasted: a whole link, or "Code: HKM PRT". */
export function codeIn(text: string): string {
  const link = /\/([a-z]{6})(?:[/?#]|$)/i.exec(text.trim());
  const found = link ?? CODE.exec(text);
  return (found ? found.slice(1).join('') : text)
    .replace(/[^a-z]/gi, '')
    .toUpperCase()
    .slice(0, LENGTH);
}
