import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Runs in the service worker: opens what a notification is about, in a tab that is open or else in a new one. */
const handler = `
addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = event.notification.data ?? {};
  if (typeof path !== 'string' || !/^\\/\\w/.test(path)) return;
  const open = async () => {
    const [tab] = await self.clients.matchAll({ type: 'window' });
    const shown = tab && (await tab.navigate(path).catch(() => null));
    await (shown ? shown.focus() : self.clients.openWindow(path));
  };
  event.waitUntil(open());
});
`;

/**
 * Adds to the service worker what a click on a notification does. Appended once it is generated: Trusted Types do not let
 * it import a script.
 */
export function notificationClicks(): Plugin {
  let folder = '';
  return {
    name: 'gatherwell:notification-clicks',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => appendFile(join(folder, 'sw.js'), handler),
    },
  };
}
