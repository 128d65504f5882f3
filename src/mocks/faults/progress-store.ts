import { type FaultProgress, freshProgress } from './run.ts';

const storageKey = 'gatherwell.fault-progress';

/** How far the run of this tab has come. It survives a reload and ends with the tab. */
export const faultProgressStore = {
  get(): FaultProgress {
    const stored = sessionStorage.getItem(storageKey);
    return stored
      ? (JSON.parse(stored) as FaultProgress)
      : freshProgress(`${location.pathname}${location.search}${location.hash}`);
  },
  set(progress: FaultProgress): void {
    sessionStorage.setItem(storageKey, JSON.stringify(progress));
  },
  /** @param path where the next run begins */
  restart(path: string): void {
    this.set(freshProgress(path));
  },
};
