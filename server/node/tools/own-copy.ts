import type { Plugin } from 'vite';

/**
 * Gives one module a copy of a library to itself. A bundler puts a library that the first screen needs a part of
 * into what is loaded first, with all the parts that code which comes later needs; from a copy of its own, that code
 * brings its parts along.
 */
export function ownCopy({ library, importer }: { library: string; importer: string }): Plugin {
  const mark = '?own-copy';
  return {
    name: 'gatherwell:own-copy',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, from, options) {
      const isWanted = source === library && from?.endsWith(importer);
      const isWithin = source.startsWith('.') && from?.endsWith(mark);
      if (!isWanted && !isWithin) return null;
      const found = await this.resolve(source, from?.replace(mark, ''), { ...options, skipSelf: true });
      return found && { ...found, id: found.id + mark };
    },
  };
}
