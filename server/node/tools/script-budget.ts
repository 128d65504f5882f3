import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

export interface ScriptBudget {
  /** The route's file, as its module id ends. */
  route: string;
  /** The most that the route may load before it is shown, in bytes after gzip. */
  bytes: number;
}

/** Fails the build where a route loads more script than it may: its entry, its own chunk, and all that they import. */
export function scriptBudget({ route, bytes }: ScriptBudget): Plugin {
  return {
    name: 'gatherwell:script-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const roots = chunks.filter((chunk) => chunk.isEntry || holdsRoute(chunk, route));
      if (roots.length < 2) this.error(`No chunk holds the route ${route}.`);
      const loaded = closure(roots, bundle);
      const total = [...loaded].reduce((sum, chunk) => sum + gzipSync(chunk.code).byteLength, 0);
      const said = `${route} loads ${kilobytes(total)} of script (gzip); its budget is ${kilobytes(bytes)}.`;
      if (total <= bytes) this.info(said);
      else this.error(`${said}\n${largestFirst(loaded)}`);
    },
  };
}

const holdsRoute = (chunk: Rolldown.OutputChunk, route: string) =>
  chunk.moduleIds.some((id) => id.replace(/\?.*$/, '').endsWith(route) && id.includes('tsr-split=component'));

/** The chunks and everything that they import before they run. */
function closure(roots: Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Set<Rolldown.OutputChunk> {
  const found = new Set(roots);
  for (const chunk of found) {
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') found.add(imported);
    }
  }
  return found;
}

const largestFirst = (chunks: Set<Rolldown.OutputChunk>) =>
  [...chunks]
    .map((chunk) => ({ name: chunk.fileName, size: gzipSync(chunk.code).byteLength }))
    .sort((a, b) => b.size - a.size)
    .map(({ name, size }) => `  ${kilobytes(size)}  ${name}`)
    .join('\n');

const kilobytes = (size: number) => `${(size / 1000).toFixed(1)} kB`;
