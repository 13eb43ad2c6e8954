/** The first letter of a name. Not charAt: an emoji is longer than one. */
export const initial = (name: string) =>
  [...new Intl.Segmenter().segment(name)][0]?.segment.toLocaleUpperCase() ?? '';
