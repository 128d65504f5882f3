import { useEffect, useSyncExternalStore } from 'react';
import { Button } from '#src/components/button.tsx';
import { hear, replay } from './run.ts';
import { tapeStore } from './store.ts';

/** Shows on every screen that it is recorded, or offers to replay what was opened. */
export function RecordingBar() {
  const tape = useSyncExternalStore(tapeStore.subscribe, tapeStore.get);
  useEffect(() => {
    if (tapeStore.get()?.isRecording) void hear();
    if (tapeStore.get()?.replayed !== undefined) void replay();
  }, []);
  if (!tape) return null;
  const { isRecording, acts, replayed, problem } = tape;
  const isDone = replayed !== undefined && replayed >= acts.length && problem === undefined;
  const number = acts.length === 1 ? '1 act' : `${acts.length} acts`;
  return (
    <section
      aria-label="Recording"
      data-floating
      className="fixed bottom-20 left-2 z-40 flex max-w-[calc(100vw-1rem)] flex-wrap items-center gap-2 rounded-lg bg-raised px-3 py-2 text-ink text-sm shadow-float"
    >
      <p role="status">
        {isRecording
          ? `Recording: ${number}`
          : (problem ??
            (replayed === undefined
              ? `Recorded: ${number}`
              : isDone
                ? `Replayed: ${number}`
                : `Replaying: ${replayed} of ${number}`))}
      </p>
      {isRecording && (
        <Button size="sm" onClick={() => tapeStore.set({ ...tape, isRecording: false })}>
          Stop
        </Button>
      )}
      {!isRecording && replayed === undefined && acts.length > 0 && (
        <Button size="sm" onClick={() => goOn(0)}>
          Replay
        </Button>
      )}
      {problem !== undefined && (
        <Button size="sm" onClick={() => goOn(replayed ?? 0)}>
          Go on
        </Button>
      )}
      {!isRecording && (
        <Button size="sm" variant="secondary" onClick={() => tapeStore.set(undefined)}>
          Close
        </Button>
      )}
    </section>
  );
}

function goOn(replayed: number): void {
  const tape = tapeStore.get();
  if (!tape) return;
  tapeStore.set({ ...tape, replayed, problem: undefined });
  void replay();
}
