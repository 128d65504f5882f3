import { run } from '../run.ts';

// The server behind Vite, which hands out the app itself.
await run(async ({ publicUrl }) => ({
  page: undefined,
  respond: () => Response.redirect(publicUrl, 307),
}));
