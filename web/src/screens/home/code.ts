const LENGTH = 6;
/** The letters of codes, in two halves or in one piece. */
const CODE = /(?<![a-z])([cdfghj-np-rtvwxy]{3}) ?([cdfghj-np-rtvwxy]{3})(?![a-z])/i;

/** The code in what was typed, or pasted: a whole link, or "Code: HKM PRT". */
export function codeIn(text: string): string {
  const link = /\/([a-z]{6})(?:[/?#]|$)/i.exec(text.trim());
  const found = link ?? CODE.exec(text);
  return (found ? found.slice(1).join('') : text)
    .replace(/[^a-z]/gi, '')
    .toUpperCase()
    .slice(0, LENGTH);
}
