import { readFile } from 'node:fs/promises';
import { keepPackage, loadAppFiles, loadRenderer } from './app-files.ts';
import type { KeptFile } from './kept-file.ts';
import { run } from './run.ts';
import { appFolder, buildIfChanged, renderFolder } from './tools/build.ts';
import { clientFile, testingFile } from './tools/tools.ts';

await run(async () => {
  await buildIfChanged();
  const client = keepPackage(await readFile(clientFile));
  let testing: Promise<KeptFile> | undefined;
  return {
    ...(await loadAppFiles(appFolder)),
    render: await loadRenderer(renderFolder),
    client: async () => client,
    // Large, and hardly anybody asks for it.
    testing: () => (testing ??= readFile(testingFile).then(keepPackage)),
  };
});
