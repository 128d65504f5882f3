import type { Plugin } from 'vite';

/** Statements of libraries that Trusted Types block, and what does the same without a string of markup. */
const replacements = [
  {
    file: 'react-aria/dist/private/live-announcer/LiveAnnouncer.mjs',
    statement: /\.innerHTML = ''/g,
    count: 2,
    replacement: '.replaceChildren()',
  },
  {
    // The times of an event, with a dot between them in an element of its own.
    file: '@schedule-x/calendar/dist/core.js',
    statement:
      /dangerouslySetInnerHTML: \{\s*__html: (getTimeStamp\(calendarEvent, \$app\.config\.locale\.value\)),\s*\}/g,
    count: 1,
    replacement: `children: $1.replace(/ <span[^>]*>⋅<\\/span>/, ',')`,
  },
];

/** Replaces those statements. Fails the build where a library has others by now, or is not found any more. */
export function withoutSinks(): Plugin {
  const missing = new Set(replacements.map(({ file }) => file));
  return {
    name: 'gatherwell:without-sinks',
    apply: 'build',
    transform(code, id) {
      const found = replacements.find(({ file }) => id.replace(/\?.*$/, '').endsWith(file));
      if (!found) return null;
      const { file, statement, count, replacement } = found;
      if (code.match(statement)?.length !== count)
        this.error(`${file} has changed: look for strings that become markup, and correct the list.`);
      missing.delete(file);
      return { code: code.replace(statement, replacement), map: null };
    },
    generateBundle() {
      if (missing.size > 0) this.error(`Not in the app any more: ${[...missing].join(', ')}`);
    },
  };
}
