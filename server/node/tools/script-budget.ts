import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { reach } from './group-files.ts';

export interface ScriptBudget {
  /** What is shown, for the message. */
  screen: string;
  /** What it needs beside the page's entry, as module ids end. */
  modules: readonly string[];
  /** The most that it may load before it is shown, in bytes after gzip. */
  bytes: number;
}

/** Fails the build where a screen loads more script than it may: the page's entry, its own modules, and all that they import. */
export function scriptBudget({ screen, modules, bytes }: ScriptBudget): Plugin {
  return {
    name: 'gatherwell:script-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const roots = chunks.filter(({ isEntry }) => isEntry);
      for (const module of modules) {
        const holders = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
        if (holders.length === 0) this.error(`No chunk holds ${module}.`);
        roots.push(...holders);
      }
      const loaded = closure(roots, bundle);
      const total = [...loaded].reduce((sum, chunk) => sum + gzipSync(chunk.code).byteLength, 0);
      const said = `${screen} loads ${kilobytes(total)} of script (gzip); its budget is ${kilobytes(bytes)}.`;
      if (total <= bytes) this.info(said);
      else this.error(`${said}\n${largestFirst(loaded)}`);
    },
  };
}

/** The chunks and everything that they import before they run. */
export function closure(
  roots: Rolldown.OutputChunk[],
  bundle: Rolldown.OutputBundle,
): Set<Rolldown.OutputChunk> {
  return reach(roots, ({ imports }) =>
    imports.flatMap((name) => {
      const imported = bundle[name];
      return imported?.type === 'chunk' ? imported : [];
    }),
  );
}

const largestFirst = (chunks: Set<Rolldown.OutputChunk>) =>
  [...chunks]
    .map((chunk) => ({ name: chunk.fileName, size: gzipSync(chunk.code).byteLength }))
    .sort((a, b) => b.size - a.size)
    .map(({ name, size }) => `  ${kilobytes(size)}  ${name}`)
    .join('\n');

const kilobytes = (size: number) => `${(size / 1000).toFixed(1)} kB`;
