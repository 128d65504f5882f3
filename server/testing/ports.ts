import { sql } from 'kysely';
import { type Db, databaseTime } from '#db/database.ts';
import { createSessions } from '../accounts/sessions.ts';
import type { CoreSettings } from '../context.ts';
import { createLocalDoorbell } from '../events/local-doorbell.ts';
import { runJob } from '../job-handlers.ts';
import type { Job, JobName, JobPayloads } from '../jobs.ts';
import { createMemoryLimits } from '../node/ports/limits.ts';
import { createMedia } from '../node/ports/media.ts';
import { createPasswords } from '../node/ports/passwords.ts';
import { createTusUploads } from '../node/ports/tus-uploads.ts';
import { createBuiltInPlaces } from '../places/built-in-places.ts';
import type { ClockPort, LimitsPort, LogPort, Mail, Ports, WebhookOutcome, WebhooksPort } from '../ports.ts';

/** A clock that runs, until a test sets it. */
export interface TestClock extends ClockPort {
  /** Stops the clock at an instant. */
  set(instant: Date): void;
  /** Stops the clock, or moves the stopped one, that many milliseconds ahead. */
  advance(milliseconds: number): void;
}

export interface LogLine {
  level: keyof LogPort;
  fields: Record<string, unknown>;
  message: string;
}

export interface TestPorts extends Ports {
  clock: TestClock;
  /** Every mail that was sent, oldest first. */
  mailbox: Mail[];
  /** Everything that was posted to webhooks, oldest first. */
  posted: Parameters<WebhooksPort['post']>[0][];
  /** How receivers respond to what is posted to webhooks from here on. */
  respond(outcome: WebhookOutcome): void;
  /** Everything that was logged. */
  logged: LogLine[];
  /**
   * Runs the jobs of committed transactions until none is left, those included that jobs add. Rejects with the
   * error of a job that failed; the job stays in the queue, as it would.
   */
  runJobs(): Promise<void>;
  /** Counts attempts from here on. Without it there are no limits. */
  enforceLimits(): void;
}

/**
 * Ports for tests, on Postgres and PGlite: everything real but smaller. Passwords are hashed with little work,
 * pictures are decoded and kept in memory, mails are collected, jobs wait until the test runs them.
 */
export function createTestPorts(
  db: Db,
  settings: CoreSettings = { publicUrl: 'https://gatherwell.test' },
): TestPorts {
  const mailbox: Mail[] = [];
  const logged: LogLine[] = [];
  const posted: TestPorts['posted'] = [];
  let outcome: WebhookOutcome = { status: 204 };
  const queue = createJobQueue();
  const limits = createSwitchedLimits();
  const ports: TestPorts = {
    passwords: createPasswords({ memoryCost: 8, timeCost: 1 }),
    sessions: createSessions({ carrier: 'cookie', secure: false }),
    mailer: { send: async (mail) => void mailbox.push(mail) },
    media: createMedia(createMemoryStorage()),
    uploads: createTusUploads(),
    events: createLocalDoorbell(),
    jobs: queue,
    limits,
    places: createBuiltInPlaces(),
    networks: { facebook: undefined, twitter: undefined, 'linked-in': undefined },
    webhooks: {
      async post(message) {
        posted.push(message);
        return outcome;
      },
    },
    clock: createTestClock(),
    log: createCollectingLog(logged),
    mailbox,
    posted,
    respond: (next) => {
      outcome = next;
    },
    logged,
    runJobs: () => queue.run((name, payload) => runJob({ db, ports, settings }, name, payload)),
    enforceLimits: limits.enforce,
  };
  return ports;
}

/** Jobs in memory, from the commit of the transaction that added them. */
function createJobQueue() {
  const waiting: Job[] = [];
  return {
    enqueue: () => sql`select 1`,
    committed: (jobs: readonly Job[]) => void waiting.push(...jobs),
    async run(handle: <N extends JobName>(name: N, payload: JobPayloads[N]) => Promise<void>) {
      for (let [job] = waiting; job; [job] = waiting) {
        await handle(job.name, job.payload);
        waiting.splice(waiting.indexOf(job), 1);
      }
    },
  };
}

function createSwitchedLimits(): LimitsPort & { enforce(): void } {
  let limits: LimitsPort | undefined;
  return {
    consume: async (name, key, points) => limits?.consume(name, key, points) ?? 0,
    forget: async (name, key) => limits?.forget(name, key),
    enforce: () => {
      limits = createMemoryLimits();
    },
  };
}

function createMemoryStorage() {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    put: async (key: string, body: Uint8Array) => void files.set(key, new Uint8Array(body)),
    get: async (key: string) => files.get(key),
    delete: async (key: string) => void files.delete(key),
    async deleteFolder(folder: string) {
      for (const key of files.keys()) if (key.startsWith(`${folder}/`)) files.delete(key);
    },
  };
}

function createTestClock(): TestClock {
  let stopped: Date | undefined;
  const now = () => new Date(stopped ?? Date.now());
  return {
    now,
    shared: async (db) => stopped ?? databaseTime(db),
    set: (instant) => {
      stopped = new Date(instant);
    },
    advance: (milliseconds) => {
      stopped = new Date(now().getTime() + milliseconds);
    },
  };
}

function createCollectingLog(lines: LogLine[]): LogPort {
  const write = (level: keyof LogPort) => (fields: Record<string, unknown>, message: string) =>
    void lines.push({ level, fields, message });
  return { info: write('info'), warn: write('warn'), error: write('error') };
}
