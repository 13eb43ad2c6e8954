/** The item at `i`, which is there: a list that is too short is a mistake of ours. */
export function at<T>(items: readonly T[], i: number): T {
  const item = items[i];
  if (item === undefined) throw new RangeError(`nothing at ${i} of ${items.length}`);
  return item;
}
