import type { Plugin, Rolldown } from 'vite';
import { closure } from './script-budget.ts';

interface EarlyFiles {
  /** What signed-in users need beside the page's entry, as module ids end. */
  users: readonly string[];
  /** The same for visitors at home. */
  visitors: readonly string[];
  /** What a device without data asks the server for, one request after the other: inputs by procedure. */
  calls: readonly Readonly<Record<string, object | undefined>>[];
}

/**
 * Writes into the page which files are needed next, so that `boot.js` asks for scripts before the program runs, and for
 * the font before the browser has read the style sheet.
 *
 * The font is used where it is there with the first paint, and otherwise from the next page on: texts that change their
 * font change their size, and what is below them moves.
 */
export function earlyFiles({ users, visitors, calls }: EarlyFiles): Plugin {
  return {
    name: 'gatherwell:early-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.css'))
          file.source = String(file.source).replaceAll(/font-display:\s*swap/g, 'font-display:optional');
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const first = closure(
          chunks.filter(({ isEntry }) => isEntry),
          bundle,
        );
        const listOf = (modules: readonly string[]) => {
          const isOf = (id: string) => modules.some((module) => id.endsWith(module));
          // What is imported later has a file that leads to where it is, which has to be fetched, too.
          const holds = ({ moduleIds, facadeModuleId }: Rolldown.OutputChunk) =>
            moduleIds.some(isOf) || (facadeModuleId !== null && isOf(facadeModuleId));
          const files = [...closure(chunks.filter(holds), bundle)].filter((chunk) => !first.has(chunk));
          if (files.length === 0) throw new Error(`No chunk holds any of ${modules.join(', ')}.`);
          return files.map(({ fileName }) => `/${fileName}`).join(' ');
        };
        const font = Object.keys(bundle).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name));
        if (!font) throw new Error('The font is not in the app.');
        return html.replace(
          'src="/boot.js"',
          `src="/boot.js" data-font="/${font}" data-user-files="${listOf(users)}" data-visitor-files="${listOf(visitors)}" data-first-calls="${calls.map(urlOf).join(' ')}"`,
        );
      },
    },
  };
}

/** The address at which several queries are asked at once. */
function urlOf(calls: Readonly<Record<string, object | undefined>>): string {
  const inputs = JSON.stringify(Object.fromEntries(Object.values(calls).entries()));
  return `/api/trpc/${Object.keys(calls).join(',')}?batch=1&amp;input=${encodeURIComponent(inputs)}`;
}
