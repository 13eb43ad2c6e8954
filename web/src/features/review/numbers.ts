/* Costs and chances as texts. A point of the winning chance is one win in 100 games. */

import { currentLocale } from '../../i18n';
import type { Grade, Review } from '../../protocol';

export type Unit = Review['unit'];

/** Turns a share into hundredths. In a game alone the value is in points already. */
export const inPoints = (value: number, unit: Unit) => (unit === 'share' ? 100 * value : value);

/** Writes points: "2.1", and from ten on "12". */
export function pointsText(points: number): string {
  const digits = Math.abs(points) < 9.95 ? 1 : 0;
  return new Intl.NumberFormat(currentLocale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Math.abs(points));
}

/** Writes a cost: "−2.1". A cost below one point counts as nothing: "=". */
export function costText(cost: number, unit: Unit): string {
  const points = inPoints(cost, unit);
  return points < 1 ? '=' : `−${pointsText(points)}`;
}

/** Writes a chance: "38%", in German "38 %". In a game alone it writes points. */
export function chanceText(value: number, unit: Unit): string {
  if (unit === 'points') return String(Math.round(value));
  return new Intl.NumberFormat(currentLocale(), { style: 'percent' }).format(value);
}

/** Writes points with their sign: "+25", "−21". */
export function signedPoints(points: number): string {
  return `${points < 0 ? '−' : '+'}${Math.abs(points)}`;
}

/** Returns the grade that the coach gives to a cost. */
export function gradeOf(cost: number, unit: Unit): Grade {
  const points = inPoints(cost, unit) + 1e-7;
  return points >= 6 ? 'blunder' : points >= 3 ? 'mistake' : points >= 1 ? 'inaccuracy' : 'best';
}
