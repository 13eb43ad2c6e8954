/* The page has been installed: it fetches itself and the game for visits without a connection. */

import { keepPage } from '../../lib/serviceWorker';
import { download, findEngine, installedEngine } from '../../net/device/download';

export async function onInstall(): Promise<void> {
  await keepPage();
  if (!(await installedEngine())) await download(await findEngine(), () => undefined);
}
