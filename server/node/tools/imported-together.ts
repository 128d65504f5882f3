import { join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from './tools.ts';

/** The module that is imported in place of each of them; its file is fetched beside theirs. */
export const together = 'virtual:imported-together';

/**
 * Has parts of the app that are loaded at the same time, and are in one file, be imported from one module. Each would have
 * a file of fifty bytes beside it, which says what its exports are called there, and is fetched for nothing else.
 * @param modules what is loaded together, as paths in the folder; no two of them may export the same name
 */
export function importedTogether(modules: readonly string[], folder = root): Plugin {
  const ids = modules.map((module) => join(folder, module));
  return {
    name: 'gatherwell:imported-together',
    apply: 'build',
    resolveId: (source) => (source === together ? together : null),
    async resolveDynamicImport(source, importer) {
      if (typeof source !== 'string') return null;
      const found = await this.resolve(source, importer);
      return found && ids.includes(found.id) ? together : null;
    },
    load: (id) =>
      id === together ? ids.map((part) => `export * from ${JSON.stringify(part)};`).join('\n') : null,
    buildEnd() {
      const names = ids.flatMap((id) => this.getModuleInfo(id)?.exports ?? []);
      const twice = names.filter((name, index) => names.indexOf(name) < index);
      if (twice.length > 0) this.error(`Of what is imported together, two export ${twice.join(', ')}.`);
    },
  };
}
