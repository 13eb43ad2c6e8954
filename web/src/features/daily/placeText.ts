import { t } from '../../i18n';

/** Writes a place: "2nd of 5". */
export const placeText = (place: number, of: number) =>
  `${t('shared.place', { n: place })} ${t('shared.placeOf', { n: of })}`;
