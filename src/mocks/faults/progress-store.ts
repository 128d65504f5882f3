import { type FaultProgress, freshProgress } from './run.ts';

const storageKey = 'gatherwell.fault-progress';
let isReplaced = false;

/** How far the run of this tab has come. It survives a reload and ends with the tab. */
export const faultProgressStore = {
  get(): FaultProgress {
    const stored = sessionStorage.getItem(storageKey);
    return stored
      ? (JSON.parse(stored) as FaultProgress)
      : freshProgress(`${location.pathname}${location.search}${location.hash}`);
  },
  set(progress: FaultProgress): void {
    if (!isReplaced) sessionStorage.setItem(storageKey, JSON.stringify(progress));
  },
  /** Has the page that comes next go on from here: what this one counts no longer matters. */
  replace(progress: FaultProgress): void {
    this.set(progress);
    isReplaced = true;
  },
  /** @param path where the next run begins */
  restart(path: string): void {
    this.set(freshProgress(path));
  },
};
