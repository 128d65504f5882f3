import { keepPackage } from '../app-files.ts';
import { run } from '../run.ts';

// The server behind Vite, which hands out the app itself.
await run(async ({ publicUrl }) => ({
  page: undefined,
  respond: () => Response.redirect(publicUrl, 307),
  // Built when somebody asks: it takes a second, and few do.
  client: async () => keepPackage(await (await import('./client.ts')).packClient()),
}));
