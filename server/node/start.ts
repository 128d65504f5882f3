import { pathToFileURL } from 'node:url';
import { command } from './problem.ts';
import { buildServerIfChanged } from './tools/build.ts';
import { serverFile } from './tools/tools.ts';

await command(async () => {
  const stamps = await buildServerIfChanged();
  const { serve }: typeof import('./serve.ts') = await import(pathToFileURL(serverFile).href);
  await serve(stamps);
});
