import { session } from '#src/app/session.ts';
import { formatFaultScript } from '../faults/script.ts';
import type { DatabaseState } from '../protocol.ts';
import { type Scenario, writeFailures } from '../scenarios.ts';
import type { Act, Recording } from './recording.ts';
import { tapeStore } from './store.ts';

/** Path, query and fragment of the screen. */
export const here = (): string => `${location.pathname}${location.search}${location.hash}`;

/** What recording and replaying take is loaded when it is first used in a tab. */
let hearing: Promise<void> | undefined;

/** Hears what is done in this page while a recording is on. */
export function hear(): Promise<void> {
  hearing ??= import('./recorder.ts').then(({ hearActs }) => {
    hearActs(() => tapeStore.get()?.isRecording === true, keep);
    noteArrival(here());
  });
  return hearing;
}

function keep(act: Act, replaces: boolean): void {
  const tape = tapeStore.get();
  if (!tape) return;
  tapeStore.set({ ...tape, acts: [...(replaces ? tape.acts.slice(0, -1) : tape.acts), act] });
  // Typing leads nowhere.
  if (act.kind === 'click' || act.kind === 'press') lastActAt = performance.now();
}

/** Milliseconds within which what happens is taken for what an act brought about. */
export const consequence = 300;

let lastActAt = Number.NEGATIVE_INFINITY;
const leftKey = 'gatherwell.recording-left';

addEventListener('pagehide', () => {
  if (!tapeStore.get()?.isRecording) return;
  const byAct = performance.now() - lastActAt < consequence;
  sessionStorage.setItem(leftKey, byAct ? 'by an act' : 'by itself');
});

/** Keeps that a screen was opened, unless an act of the page before led to it. */
function noteArrival(path: string): void {
  const left = sessionStorage.getItem(leftKey);
  sessionStorage.removeItem(leftKey);
  const [navigation] = performance.getEntriesByType('navigation');
  const isReload = (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload';
  if (left !== null && (isReload || left === 'by itself') && tapeStore.get()?.isRecording)
    keep({ kind: 'open', path }, false);
}

/** Describes where a recording begins that is begun now. */
export async function findStart(
  { latency, failures, faults, offline, clockAhead }: Scenario,
  faultCounts: Record<string, number>,
): Promise<Recording['start']> {
  const answer = await fetch('/mocked/state', { method: 'POST' });
  if (!answer.ok) throw new Error('What the database holds could not be read.');
  const state = (await answer.json()) as DatabaseState;
  const user = session.get();
  return {
    ...state,
    user: user.status === 'signed-in' ? user.user.email : null,
    path: here(),
    scenario: {
      latency,
      fail: writeFailures(failures),
      faults: formatFaultScript(faults, '; '),
      faultCounts,
      offline,
      now: clockAhead === 0 ? null : new Date().toISOString(),
    },
  };
}

/** Goes on with the acts that are left. Settles when they are done, or one could not be. */
export async function replay(): Promise<void> {
  const { doAct } = await import('./replay.ts');
  for (let tape = tapeStore.get(); tape?.replayed !== undefined; tape = tapeStore.get()) {
    const { replayed, acts, problem } = tape;
    const act = acts[replayed];
    if (!act || problem !== undefined) return;
    try {
      // The page may be left by it: the next one goes on with what comes after.
      await doAct(act, () => step(replayed + 1));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const now = tapeStore.get() ?? tape;
      tapeStore.set({ ...now, problem: message });
      return;
    }
  }
}

function step(replayed: number): void {
  const tape = tapeStore.get();
  if (tape) tapeStore.set({ ...tape, replayed });
}
