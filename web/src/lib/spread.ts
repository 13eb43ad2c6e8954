/** Moves places apart that are nearer to each other than `gap`. */
export function spread(places: number[], gap: number, low: number, high: number): number[] {
  const order = places.map((place, i) => ({ place, i })).sort((a, b) => a.place - b.place);
  let last = low - gap;
  for (const each of order) {
    each.place = Math.max(each.place, last + gap);
    last = each.place;
  }
  let next = high + gap;
  for (const each of order.reverse()) {
    each.place = Math.min(each.place, next - gap);
    next = each.place;
  }
  const moved = [...places];
  for (const each of order) moved[each.i] = each.place;
  return moved;
}
