import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { findCircle, type GroupOptions, groupFiles } from './group-files.ts';

/**
 * Puts small files together that mostly the same screens load. A bundler makes a file for every set of screens that share
 * modules: hundreds, most of which take less to load than to ask for. Returns the plugin, and the bundler's group, which
 * comes after all others.
 */
export function smallFiles(options: GroupOptions) {
  let groups: ReadonlyMap<string, string> = new Map();
  const plugin: Plugin = {
    name: 'gatherwell:small-files',
    apply: 'build',
    buildEnd(error) {
      if (error) return;
      const infos = [...this.getModuleIds()].flatMap((id) => this.getModuleInfo(id) ?? []);
      const lists = new Map(infos.filter(isList).map(({ id, code }) => [id, readList(id, code ?? '')]));
      const modules = infos.map(({ id, importedIds, dynamicallyImportedIds, code, isEntry }) => ({
        id,
        imports: importedIds.flatMap((imported) => {
          const list = lists.get(imported);
          return list ? namedIn(code ?? '', list) : imported;
        }),
        laterImports: dynamicallyImportedIds,
        size: code?.length ?? 0,
        isEntry,
      }));
      groups = groupFiles(modules, options);
    },
    generateBundle(_options, bundle) {
      const imports = new Map<string, readonly string[]>();
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') imports.set(file.fileName, file.imports);
      const circle = findCircle(imports);
      // One of them would run before what it needs.
      if (circle) this.error(`Files import each other: ${circle.join(', ')}.`);
    },
  };
  const group = {
    name: (id: string) => groups.get(id) ?? null,
    debugName: 'small files',
    priority: -1,
    includeDependenciesRecursively: false,
  };
  return { plugin, group };
}

/** The list of all icons: bundlers follow names through it, and who imports one icon does not load the others. */
const isList = ({ id }: { id: string }) => id.endsWith('/lucide-react/dist/esm/lucide-react.mjs');

/** The ids of the icons' modules by the names that the list gives them. */
function readList(id: string, code: string): Map<string, string> {
  const ids = new Map<string, string>();
  for (const [, names = '', path = ''] of code.matchAll(/export \{([^}]*)\} from ['"]([^'"]+)['"]/g))
    for (const [, name = ''] of names.matchAll(/ as (\w+)/g)) ids.set(name, join(dirname(id), path));
  return ids;
}

/** The ids of the icons that a module imports. */
function namedIn(code: string, list: ReadonlyMap<string, string>): string[] {
  const statements = [...code.matchAll(/import \{([^}]*)\} from ['"]lucide-react['"]/g)];
  const names = statements.flatMap(([, all = '']) => all.split(',').map((each) => each.trim()));
  return names.flatMap((name) => list.get(name.split(' ')[0] ?? '') ?? []);
}
