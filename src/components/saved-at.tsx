import { savedAt } from '#src/lib/relative-time.ts';
import { now } from '#src/lib/server-clock.ts';
import * as texts from './texts.ts';

// As `fill` does, which the first paint has no need of.
const [before, after] = texts.showingWhatWasSaved.split('{time}');

/** Shows how old the data is. */
export function SavedAt({ saved }: { saved: Date }) {
  return (
    <>
      {before}
      <time dateTime={saved.toISOString()}>{savedAt(saved, now())}</time>
      {after}
    </>
  );
}
