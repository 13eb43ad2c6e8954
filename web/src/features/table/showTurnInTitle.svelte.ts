import { t } from '../../i18n';
import type { View } from '../../protocol';

/** Says in the title of the page, which other tabs show, that it is your turn. */
export function showTurnInTitle(view: () => View | null): void {
  $effect(() => {
    document.title = view()?.you?.asked ? `● ${t('table.yourTurn')} · Qwixx` : 'Qwixx';
    return () => (document.title = 'Qwixx');
  });
}
