import type { UnsavedWork } from '#src/local/engine/unsaved-work.ts';

/** What is unsaved, such as "2 changes, 1 form and 3 files". */
export function unsavedWork({ mutations, drafts, files }: UnsavedWork): string {
  const counts = [
    [mutations, 'change', 'changes'],
    [drafts, 'form', 'forms'],
    [files, 'file', 'files'],
  ] as const;
  const words = counts.flatMap(([count, one, many]) =>
    count ? [`${count} ${count === 1 ? one : many}`] : [],
  );
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ');
}
