/* Costs and chances as they are shown: points of the winning chance, one win in 100 games each. */

import { currentLocale } from '../../i18n';
import type { Grade, Review } from '../../protocol';

export type Unit = Review['unit'];

/** Shares count in hundredths; alone, points are points. */
export const inPoints = (value: number, unit: Unit) => (unit === 'share' ? 100 * value : value);

/** "2.1", from ten "12". */
export function pointsText(points: number): string {
  const digits = Math.abs(points) < 9.95 ? 1 : 0;
  return new Intl.NumberFormat(currentLocale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Math.abs(points));
}

/** "−2.1", with a true minus; what costs less than a point is as good as the best: "=". */
export function costText(cost: number, unit: Unit): string {
  const points = inPoints(cost, unit);
  return points < 1 ? '=' : `−${pointsText(points)}`;
}

/** "38%", or in German "38 %". Alone there are points instead. */
export function chanceText(value: number, unit: Unit): string {
  if (unit === 'points') return String(Math.round(value));
  return new Intl.NumberFormat(currentLocale(), { style: 'percent' }).format(value);
}

/** "+25", "−21". */
export function change(points: number): string {
  return `${points < 0 ? '−' : '+'}${Math.abs(points)}`;
}

/** The name of a cost, as the coach gives it. */
export function gradeOf(cost: number, unit: Unit): Grade {
  const points = inPoints(cost, unit) + 1e-7;
  return points >= 6 ? 'blunder' : points >= 3 ? 'mistake' : points >= 1 ? 'inaccuracy' : 'best';
}
