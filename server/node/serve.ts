import { readFile } from 'node:fs/promises';
import { keepPackage, loadAppFiles, loadRenderer } from './app-files.ts';
import type { KeptFile } from './kept-file.ts';
import { run } from './run.ts';
import { appFolder, buildAppIfChanged, buildKitIfChanged, renderFolder } from './tools/build.ts';
import type { Stamps } from './tools/source-stamps.ts';
import { clientFile, testingFile } from './tools/tools.ts';

/**
 * Runs the server with the app, which is built first where its sources changed. Resolves once it serves.
 * @param stamps What the sources are.
 */
export async function serve(stamps: Stamps): Promise<void> {
  let testing: Promise<KeptFile> | undefined;

  async function readKit(): Promise<KeptFile> {
    await buildKitIfChanged(stamps);
    return keepPackage(await readFile(testingFile));
  }

  /** A build that failed may succeed later. */
  function forget(error: unknown): never {
    testing = undefined;
    throw error;
  }

  await run(async () => {
    await buildAppIfChanged(stamps);
    const client = keepPackage(await readFile(clientFile));
    return {
      ...(await loadAppFiles(appFolder)),
      render: await loadRenderer(renderFolder),
      client: async () => client,
      // Large, and hardly anybody asks for it: built then, unless `npm run build` did.
      testing: () => (testing ??= readKit().catch(forget)),
    };
  });
}
