import { FlaskConical } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ownSessionKey } from '#src/app/account-storage.ts';
import { useUser } from '#src/app/session.ts';
import { Button, IconButton } from '#src/components/button.tsx';
import { Dialog, DialogContent, DialogTrigger } from '#src/components/dialog.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { Select } from '#src/components/select.tsx';
import { Switch } from '#src/components/switch.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#src/components/tabs.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { FaultsTab } from './faults/faults-tab.tsx';
import type { FaultRun } from './faults/run.ts';
import { loadWith } from './load-with.ts';
import { Mailbox } from './mailbox.tsx';
import type { KnownAccounts } from './protocol.ts';
import { RecordingBar } from './recording/recording-bar.tsx';
import { RecordingTab } from './recording/recording-tab.tsx';
import { readFailures, readLatency, type Scenario, writeFailures } from './scenarios.ts';
import { seedContents, seedNames } from './seed-names.ts';

/** Puts the switches for testers beside the app. */
export function mountPanel(props: PanelProps): void {
  const place = document.createElement('aside');
  place.setAttribute('aria-label', 'Test scenario');
  place.dataset['tester'] = '';
  document.body.append(place);
  createRoot(place).render(<Panel {...props} />);
}

interface PanelProps {
  initial: Scenario;
  run: FaultRun;
  /** What was wrong with the switches in the address. */
  problems: readonly string[];
  onChange: (scenario: Scenario) => void;
}

function Panel({ initial, run, problems, onChange }: PanelProps) {
  const [scenario, setScenario] = useState(initial);
  const [isOpen, setIsOpen] = useState(false);
  const change = (part: Partial<Scenario>) => {
    const next = { ...scenario, ...part };
    setScenario(next);
    onChange(next);
  };
  const { latency, failures, faults, offline } = scenario;
  const isUsual = latency === 0 && failures.length === 0 && faults.rules.length === 0 && !offline;
  return (
    <>
      <RecordingBar />
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <DialogTrigger asChild>
          <IconButton
            label="Test scenario"
            variant={isUsual && scenario.clockAhead === 0 ? 'secondary' : 'primary'}
            size="sm"
            className="fixed top-1/2 left-1 z-40 opacity-60 hover:opacity-100 focus-visible:opacity-100"
          >
            <FlaskConical aria-hidden />
          </IconButton>
        </DialogTrigger>
        <DialogContent
          data-tester=""
          title="Test scenario"
          description="What holds for this tab, until it is changed."
        >
          {problems.length > 0 && <FormError message={problems.join(' ')} />}
          <Tabs defaultValue="people">
            <TabList label="Test scenario" className="max-sm:gap-0">
              {['People', 'Network', 'Faults', 'Clock', 'Mailbox', 'Record'].map((name) => (
                // Narrow enough that a phone shows all of them.
                <Tab
                  key={name}
                  value={name.toLowerCase()}
                  className="max-sm:grow max-sm:justify-center max-sm:px-0 max-sm:after:inset-x-1"
                >
                  {name}
                </Tab>
              ))}
            </TabList>
            <TabPanel value="people">
              <People />
            </TabPanel>
            <TabPanel value="network">
              <Network scenario={scenario} onChange={change} />
            </TabPanel>
            <TabPanel value="faults">
              <FaultsTab scenario={scenario} run={run} />
            </TabPanel>
            <TabPanel value="clock">
              <Clock />
            </TabPanel>
            <TabPanel value="mailbox">
              <Mailbox />
            </TabPanel>
            <TabPanel value="record">
              <RecordingTab scenario={scenario} run={run} onStart={() => setIsOpen(false)} />
            </TabPanel>
          </Tabs>
        </DialogContent>
      </Dialog>
    </>
  );
}

function People() {
  const user = useUser();
  const [{ seed, accounts, total }, setKnown] = useState<Partial<KnownAccounts>>({});
  useEffect(() => {
    void fetch('/mocked/accounts').then(async (response) => setKnown(await response.json()));
  }, []);
  const listed = accounts ?? [];
  return (
    <div className="flex flex-col gap-5">
      <Select
        label="Seed"
        help="What the database begins with. Each keeps what was done with it."
        options={seedNames.map((value) => ({ value, label: `${value}: ${seedContents[value]}` }))}
        value={seed ?? null}
        onValueChange={(chosen) => loadWith({ seed: chosen }, '/')}
      />
      <Select
        label="Signed in as"
        placeholder="Nobody"
        options={listed.map(({ email, name, userType }) => ({
          value: email,
          label: `${name || email} (${userType})`,
        }))}
        value={user?.email ?? null}
        onValueChange={(email) => loadWith({ user: email })}
      />
      {total !== undefined && total > listed.length && <OtherAccount total={total} listed={listed.length} />}
      <Switch
        label="A session of its own"
        help="This tab is somebody else than the other tabs."
        checked={sessionStorage.getItem(ownSessionKey) !== null}
        onCheckedChange={(checked) => loadWith({ ownSession: checked ? '1' : '0' })}
      />
      <div className="flex items-center justify-between gap-4 border-line border-t pt-5">
        <p className="text-muted text-sm">
          Everything that was posted and changed here is lost. Saved scripts of faults stay.
        </p>
        <Button variant="danger" onClick={() => loadWith({ reset: '1' })}>
          Start afresh
        </Button>
      </div>
    </div>
  );
}

/** Signs in as somebody who is not listed. */
function OtherAccount({ total, listed }: { total: number; listed: number }) {
  const [name, setName] = useState('');
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        loadWith({ user: name.trim() });
      }}
    >
      <TextField
        label="Somebody else"
        help={`A handle or a mail address: ${listed} of ${total} accounts are listed above.`}
        placeholder="person-12"
        value={name}
        onChange={({ target: { value } }) => setName(value)}
      />
      <Button type="submit" variant="secondary" className="self-end" disabled={name.trim() === ''}>
        Sign in
      </Button>
    </form>
  );
}

interface NetworkProps {
  scenario: Scenario;
  onChange: (part: Partial<Scenario>) => void;
}

function Network({ scenario, onChange }: NetworkProps) {
  return (
    <div className="flex flex-col gap-5">
      <Switch
        label="Offline"
        help="The server cannot be reached."
        checked={scenario.offline}
        onCheckedChange={(offline) => onChange({ offline })}
      />
      <CheckedTextField
        label="Latency"
        help="Milliseconds by which every response is delayed."
        initial={String(scenario.latency)}
        onAccept={(text) => onChange({ latency: readLatency(text) })}
      />
      <CheckedTextField
        label="Failing calls"
        help="posts.*:500 returns a status, posts.like:network no response, and posts.like:lost does it and loses the response. Several with commas."
        initial={writeFailures(scenario.failures)}
        onAccept={(text) => onChange({ failures: readFailures(text) })}
      />
    </div>
  );
}

interface CheckedTextFieldProps {
  label: string;
  help: string;
  initial: string;
  /** Takes what was typed; throws a RangeError with what is wrong with it. */
  onAccept: (text: string) => void;
}

function CheckedTextField({ label, help, initial, onAccept }: CheckedTextFieldProps) {
  const [text, setText] = useState(initial);
  const [error, setError] = useState<string>();
  return (
    <TextField
      label={label}
      help={help}
      error={error}
      spellCheck={false}
      value={text}
      onChange={({ target: { value } }) => {
        setText(value);
        try {
          onAccept(value);
          setError(undefined);
        } catch (refusal) {
          if (!(refusal instanceof RangeError)) throw refusal;
          setError(refusal.message);
        }
      }}
    />
  );
}

function Clock() {
  const [wallTime, setWallTime] = useState('');
  return (
    <div className="flex flex-col gap-5">
      <TextField
        label="Clock"
        type="datetime-local"
        help="The page and the server go on from there."
        value={wallTime}
        onChange={({ target: { value } }) => setWallTime(value)}
      />
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={() => loadWith({ now: '' })}>
          True time
        </Button>
        <Button
          disabled={wallTime === ''}
          onClick={() => loadWith({ now: new Date(wallTime).toISOString() })}
        >
          Set the clock
        </Button>
      </div>
    </div>
  );
}
