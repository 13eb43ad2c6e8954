/* "Your turn" for a player who looks elsewhere: by sound, vibration and notification. */

import { t } from '../i18n';
import { giveFeedback } from '../lib/feedback';
import { settings } from '../lib/settings.svelte';

export async function notifyTurn(code: string): Promise<void> {
  if (!document.hidden) return;
  giveFeedback('turn');
  if (!settings.notify || !('Notification' in window) || Notification.permission !== 'granted')
    return;
  const options = {
    body: t('common.table', { code }),
    tag: `qwixx ${code}`,
    icon: './icon-192.png',
  };
  // Phones show notifications only from a service worker, which takes a while to start.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(t('table.yourTurn'), options);
  else new Notification(t('table.yourTurn'), options).onclick = () => window.focus();
}

/** Asks the browser for leave to tell; whether it gave it. */
export async function askNotificationPermission(): Promise<boolean> {
  return 'Notification' in window && (await Notification.requestPermission()) === 'granted';
}
