import type { Plugin, Rolldown } from 'vite';
import { closure } from './script-budget.ts';

/**
 * Writes into the page which files signed-in users need beside those of visitors, so that `boot.js` can ask for them
 * before the program runs.
 * @param modules what they are made of, as module ids end
 */
export function userFiles(modules: readonly string[]): Plugin {
  return {
    name: 'gatherwell:user-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const holds = (chunk: Rolldown.OutputChunk) =>
          chunk.moduleIds.some((id) => modules.some((module) => id.endsWith(module)));
        const first = closure(
          chunks.filter(({ isEntry }) => isEntry),
          bundle,
        );
        const files = [...closure(chunks.filter(holds), bundle)].filter((chunk) => !first.has(chunk));
        if (files.length === 0) throw new Error(`No chunk holds any of ${modules.join(', ')}.`);
        const list = files.map(({ fileName }) => `/${fileName}`).join(' ');
        return html.replace('src="/boot.js"', `src="/boot.js" data-user-files="${list}"`);
      },
    },
  };
}
