/* Text that has to do with the room it has, so that nothing around it moves. */

/** Type gets smaller in these steps; the last one makes 12 px of 16. */
const STEPS = [1, 0.94, 0.88, 0.82, 0.75];

const tooBig = (box: Element) =>
  box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;

/** Sets `--fit` of an element to what lets its text, and that of its parts, fit. */
export function fit(box: HTMLElement): () => void {
  const measure = () => {
    for (const step of STEPS) {
      box.style.setProperty('--fit', String(step));
      if (![box, ...box.children].some(tooBig)) return;
    }
  };
  measure();
  // Its own size is fixed, so both tell of something else: another screen, another text.
  const [size, text] = [new ResizeObserver(measure), new MutationObserver(measure)];
  size.observe(box);
  text.observe(box, { subtree: true, childList: true, characterData: true });
  return () => {
    size.disconnect();
    text.disconnect();
  };
}
