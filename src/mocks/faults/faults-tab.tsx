import { useState, useSyncExternalStore } from 'react';
import { useUser } from '#src/app/session.ts';
import { Button } from '#src/components/button.tsx';
import { Select } from '#src/components/select.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { toast } from '#src/components/toast.ts';
import { loadWith } from '../load-with.ts';
import { linkOf, type Scenario } from '../scenarios.ts';
import { type FaultEvent, type FaultRun, recordScript } from './run.ts';
import { deleteScript, findSavedScripts, isOwnScript, saveScript } from './saved-scripts.ts';
import { type FaultScript, formatFault, formatFaultScript, parseFaultScript } from './script.ts';

/** So many faults are listed, the latest first; all are recorded. */
const mostListed = 50;

interface FaultsTabProps {
  scenario: Scenario;
  run: FaultRun;
}

/** The script of faults, and what came of it. */
export function FaultsTab({ scenario, run }: FaultsTabProps) {
  const user = useUser();
  const { name: nameInForce, ...rulesInForce } = scenario.faults;
  const [name, setName] = useState(nameInForce ?? '');
  const [text, setText] = useState(formatFaultScript(rulesInForce));
  const [saved, setSaved] = useState(findSavedScripts);
  const { events, path } = useSyncExternalStore(run.subscribe, () => run.progress);
  const { script, error } = read(text, name);
  const written = script ? formatFaultScript(script) : '';

  const begin = (next: FaultScript, place?: string) =>
    loadWith({ faults: formatFaultScript(next, '; ') }, place);
  return (
    <div className="flex flex-col gap-5">
      <Select
        label="Saved scripts"
        options={Object.keys(saved).map((value) => ({ value, label: value }))}
        value={Object.hasOwn(saved, name) ? name : null}
        onValueChange={(chosen) => {
          const { name: _, ...rules } = parseFaultScript(saved[chosen] ?? '');
          setName(chosen);
          setText(formatFaultScript(rules));
        }}
      />
      <TextField label="Name" value={name} onChange={({ target: { value } }) => setName(value)} />
      <Textarea
        label="Script"
        dir="ltr"
        spellCheck={false}
        className="[&_textarea]:font-mono"
        help="One rule a line: posts.like call 2: 503 overloaded · posts.* 20%: network · posts.create calls 1,3-5: lost · feeds.*: latency 800 · profiles.one: body {…} · events.stream: slow 2000, cut after 3, duplicate 10%, reorder 2. A line “seed 7” changes what percentages draw."
        error={error}
        value={text}
        onChange={({ target: { value } }) => setText(value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button disabled={!script} onClick={() => script && begin(script)}>
          Run from here
        </Button>
        <Button
          variant="secondary"
          disabled={!script}
          onClick={() =>
            script &&
            copy(
              linkOf(path, { ...scenario, faults: script }, user ? { user: user.email } : {}),
              'Link copied',
            )
          }
        >
          Copy link
        </Button>
        <Button variant="secondary" disabled={!script} onClick={() => copy(`${written}\n`, 'Script copied')}>
          Copy script
        </Button>
        <Button
          variant="secondary"
          disabled={!script?.name}
          onClick={() => {
            if (!script?.name) return;
            saveScript(script.name, written);
            setSaved(findSavedScripts());
            toast.success(`${script.name} saved`);
          }}
        >
          Save
        </Button>
        {isOwnScript(name) && (
          <Button
            variant="secondary"
            onClick={() => {
              deleteScript(name);
              setSaved(findSavedScripts());
              toast.success(`${name} deleted`);
            }}
          >
            Delete
          </Button>
        )}
      </div>
      <Log
        events={events}
        onRecord={() => {
          const { name: _, ...recorded } = recordScript(events);
          setText(formatFaultScript(recorded));
        }}
        onReplay={() => begin(recordScript(events, script?.name), path)}
      />
    </div>
  );
}

interface LogProps {
  events: readonly FaultEvent[];
  onRecord: () => void;
  onReplay: () => void;
}

/** Which call met which fault since the script began. */
function Log({ events, onRecord, onReplay }: LogProps) {
  const listed = events.slice(-mostListed).reverse();
  return (
    <section aria-label="What happened" className="flex flex-col gap-3 border-line border-t pt-5">
      <h3 className="font-semibold">What happened</h3>
      {events.length === 0 ? (
        <p className="text-muted text-sm">No fault yet.</p>
      ) : (
        <>
          <p className="text-muted text-sm">
            {events.length} {events.length === 1 ? 'fault' : 'faults'} since the script began, the latest
            first
            {events.length > mostListed && `; the last ${mostListed} are listed`}.
          </p>
          <ol reversed className="flex flex-col gap-1 font-mono text-sm">
            {listed.map((event, index) => (
              <li key={events.length - index} className="break-words">
                {describe(event)}
              </li>
            ))}
          </ol>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={onRecord}>
              Use as script
            </Button>
            <Button variant="secondary" onClick={onReplay}>
              Replay
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

const describe = ({ procedure, call, fault, at }: FaultEvent) =>
  `${new Date(at).toLocaleTimeString()} ${procedure} call ${call}: ${formatFault(fault)}`;

/** What was typed as a script, or what is wrong with it. */
function read(text: string, name: string): { script?: FaultScript; error?: string } {
  try {
    const { name: given, ...rules } = parseFaultScript(text);
    const chosen = given ?? name.replaceAll(/[;\s]+/g, ' ').trim();
    return { script: { ...(chosen !== '' && { name: chosen }), ...rules } };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { error: error.message };
  }
}

async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    toast.failed('It couldn’t be copied.');
  }
}
