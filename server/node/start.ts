import { readFile } from 'node:fs/promises';
import { keepClient, loadAppFiles, loadRenderer } from './app-files.ts';
import { run } from './run.ts';
import { appFolder, buildIfChanged, renderFolder } from './tools/build.ts';
import { clientFile } from './tools/tools.ts';

await run(async () => {
  await buildIfChanged();
  const client = keepClient(await readFile(clientFile));
  return {
    ...(await loadAppFiles(appFolder)),
    render: await loadRenderer(renderFolder),
    client: async () => client,
  };
});
