import { parseArgs } from 'node:util';
import { preview } from 'vite';
import { command } from '../server/node/problem.ts';
import { buildKitIfChanged } from '../server/node/tools/build.ts';
import { mockedFolder } from '../server/node/tools/tools.ts';

/*
 * Serves the mocked product to the browser tests, at the port that is the argument: the one in the testing kit, so that
 * it is built once for both.
 */

const { positionals } = parseArgs({ allowPositionals: true });

await command(async () => {
  await buildKitIfChanged();
  await preview({
    mode: 'mocked',
    build: { outDir: mockedFolder },
    preview: { port: Number(positionals[0]), strictPort: true },
  });
});
