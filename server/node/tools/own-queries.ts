import { dirname, resolve } from 'node:path';

/** A node that imports or re-exports; `source` is a literal where the file is known. */
interface Importing {
  source?: { value?: unknown } | null;
}

interface RuleContext {
  filename: string;
  cwd: string;
  /** For each feature, the queries of other features that it may import. */
  options: [Record<string, string[]>?];
  report(finding: { node: Importing; message: string }): void;
}

/** A node that imports names. */
interface ImportingNames extends Importing {
  specifiers: { imported?: { name?: unknown } }[];
}

/**
 * A plugin for oxlint. `own-queries`: a feature of the server imports queries of another one only where the rule's options
 * list it. `lazy-part`: code that comes later is imported by what decides what happens where it cannot be had.
 */
const plugin = {
  meta: { name: 'walls' },
  rules: {
    'own-queries': {
      meta: {
        schema: [{ type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }],
      },
      create(context: RuleContext) {
        const server = resolve(context.cwd, 'server');
        /** Returns the feature that a file belongs to; undefined outside and directly below `server/`. */
        const featureOf = (path: string) =>
          path.startsWith(`${server}/`) ? path.slice(server.length + 1).match(/^([^/]+)\//)?.[1] : undefined;
        const check = (node: Importing) => {
          const specifier = node.source?.value;
          if (typeof specifier !== 'string' || !specifier.endsWith('.queries.ts')) return;
          const path = specifier.startsWith('#')
            ? resolve(context.cwd, specifier.slice(1))
            : resolve(dirname(context.filename), specifier);
          const importer = featureOf(context.filename);
          const owner = featureOf(path);
          if (importer === undefined || owner === undefined || owner === importer) return;
          const imported = path.slice(server.length + 1);
          if (!context.options[0]?.[importer]?.includes(imported))
            context.report({
              node,
              message: `${importer} may not import '${specifier}': .oxlintrc.json lists which queries a feature may import from another one.`,
            });
        };
        return {
          ImportDeclaration: check,
          ImportExpression: check,
          ExportAllDeclaration: check,
          ExportNamedDeclaration: check,
        };
      },
    },
    'lazy-part': {
      create(context: RuleContext) {
        return {
          ImportDeclaration(node: ImportingNames) {
            if (
              node.source?.value === 'react' &&
              node.specifiers.some(({ imported }) => imported?.name === 'lazy')
            )
              context.report({
                node,
                message:
                  'Without a network, a part behind React’s lazy takes the screen down: use lazyPart or lazyDialog.',
              });
          },
        };
      },
    },
  },
};

// Oxlint loads the default export.
export default plugin;
