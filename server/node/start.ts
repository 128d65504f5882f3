import { loadAppFiles } from './app-files.ts';
import { run } from './run.ts';
import { appFolder, buildIfChanged } from './tools/build.ts';

await run(async () => {
  await buildIfChanged();
  return loadAppFiles(appFolder);
});
