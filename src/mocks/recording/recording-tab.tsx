import { useState, useSyncExternalStore } from 'react';
import { Button } from '#src/components/button.tsx';
import { FileButton } from '#src/components/file-button.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { toast } from '#src/components/toast.ts';
import type { FaultRun } from '../faults/run.ts';
import type { Scenario } from '../scenarios.ts';
import { openRecording } from './open.ts';
import { toPlaywright } from './playwright.ts';
import { parseRecording, type Recording } from './recording.ts';
import { findStart, hear } from './run.ts';
import { beginTape, findRecording, tapeStore } from './store.ts';

interface RecordingTabProps {
  scenario: Scenario;
  run: FaultRun;
  /** Recording begins, and the panel is in the way. */
  onStart: () => void;
}

/** Records what a tester does, saves it as a file, and opens such files. */
export function RecordingTab({ scenario, run, onStart }: RecordingTabProps) {
  const tape = useSyncExternalStore(tapeStore.subscribe, tapeStore.get);
  const [error, setError] = useState<string>();
  const attempt = (work: () => Promise<unknown>) => {
    setError(undefined);
    work().catch((problem: unknown) =>
      setError(problem instanceof Error ? problem.message : String(problem)),
    );
  };
  const open = async (files: readonly File[]) => {
    const [file] = files;
    if (file) await openRecording(parseRecording(await file.text()));
  };
  const start = async () => {
    const from = await findStart(scenario, { ...run.progress.counts });
    await hear();
    await beginTape(from, { acts: [], recordedAt: new Date().toISOString(), isRecording: true });
    onStart();
  };
  return (
    <div
      className="flex flex-col gap-5"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        attempt(() => open([...event.dataTransfer.files]));
      }}
    >
      <p className="text-muted text-sm">
        A recording is a file to attach to a bug report: where you began (the seed, what was changed in it,
        who is signed in, switches and faults), and what you clicked and typed since. Passwords and tokens
        that you type are left out, and everybody’s password in it is “gatherwell”. It stays in this browser
        until you save it.
      </p>
      <div className="flex flex-wrap gap-2">
        {tape?.isRecording ? (
          <Button onClick={() => tapeStore.set({ ...tape, isRecording: false })}>Stop</Button>
        ) : (
          <Button onClick={() => attempt(start)}>Start recording</Button>
        )}
        <FileButton accept="application/json,.json" onPick={(files) => attempt(() => open(files))}>
          Open a recording
        </FileButton>
      </div>
      <FormError message={error} />
      {tape && !tape.isRecording && (
        <section aria-label="This recording" className="flex flex-col gap-3 border-line border-t pt-5">
          <h3 className="font-semibold">This recording</h3>
          <p className="text-muted text-sm">
            {new Date(tape.recordedAt).toLocaleString()}: {tape.acts.length}{' '}
            {tape.acts.length === 1 ? 'act' : 'acts'}.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => attempt(() => withRecording(save))}>Save</Button>
            <Button variant="secondary" onClick={() => attempt(() => withRecording(openRecording))}>
              Back to its start
            </Button>
            <Button variant="secondary" onClick={() => attempt(() => withRecording(copyAsTest))}>
              Copy as Playwright test
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}

async function withRecording(work: (recording: Recording) => unknown): Promise<void> {
  const recording = await findRecording();
  if (!recording) throw new Error('This recording is no longer here.');
  await work(recording);
}

/** `recording-2026-11-25T1830.json` */
const fileNameOf = ({ recordedAt }: Recording) =>
  `recording-${recordedAt.slice(0, 16).replaceAll(':', '')}.json`;

function save(recording: Recording): void {
  const file = new Blob([`${JSON.stringify(recording, null, 1)}\n`], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileNameOf(recording);
  link.click();
  URL.revokeObjectURL(link.href);
}

async function copyAsTest(recording: Recording): Promise<void> {
  await navigator.clipboard.writeText(toPlaywright(recording, `./${fileNameOf(recording)}`));
  toast.success('Test copied');
}
