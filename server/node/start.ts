import { loadAppFiles, loadRenderer } from './app-files.ts';
import { run } from './run.ts';
import { appFolder, buildIfChanged, renderFolder } from './tools/build.ts';

await run(async () => {
  await buildIfChanged();
  return { ...(await loadAppFiles(appFolder)), render: await loadRenderer(renderFolder) };
});
