import type { Db } from '#db/database.ts';
import { createSessions } from '#server/accounts/sessions.ts';
import { randomToken } from '#server/crypto.ts';
import { createLocalDoorbell } from '#server/events/local-doorbell.ts';
import { createBuiltInPlaces } from '#server/places/built-in-places.ts';
import {
  type ClockPort,
  type JobsPort,
  type LimitsPort,
  type LogPort,
  limitOf,
  type MailerPort,
  type PasswordsPort,
  type Ports,
  pauseOf,
} from '#server/ports.ts';
import { toHex } from './hex.ts';
import type { JobQueue } from './jobs.ts';
import { createMedia } from './media.ts';
import { withMockedTables } from './tables.ts';
import { createUploads } from './uploads.ts';

/** Every port but the two that go by a scenario's clock. */
export type SharedPorts = Omit<Ports, 'clock' | 'jobs'>;

/** The ports that all tabs share. One worker serves them all, so its doorbell and limits reach everybody. */
export function createSharedPorts(db: Db, log: LogPort): SharedPorts {
  return {
    passwords: createPasswords(),
    sessions: createSessions({ carrier: 'bearer' }),
    mailer: createMailer(db),
    media: createMedia(db),
    uploads: createUploads(),
    events: createLocalDoorbell(),
    limits: createLimits(),
    places: createBuiltInPlaces(),
    // Nothing of the mocked mode leaves the browser.
    networks: { facebook: undefined, twitter: undefined, 'linked-in': undefined },
    // Nor do deliveries: the receiver that the browser stands for takes them all.
    webhooks: { post: async () => ({ status: 204 }) },
    log,
  };
}

/** All ports, for tabs whose clock is the given number of milliseconds ahead. */
export function portsByClock(shared: SharedPorts, queue: JobQueue, clockAhead: number): Ports {
  const now = () => new Date(Date.now() + clockAhead);
  // One browser, one clock: the scenario's.
  const clock: ClockPort = { now, shared: async () => now() };
  const jobs: JobsPort = {
    enqueue: (trx, added) => queue.add(trx, added, clockAhead),
    committed: () => void queue.run(),
  };
  return { ...shared, clock, jobs };
}

/** Few enough that a demo community of many accounts is quick to make; these accounts guard nothing. */
const iterations = 1_000;

/** Passwords as PBKDF2 hashes: salted and one-way, but not slow. */
export function createPasswords(): PasswordsPort {
  return {
    async hash(password) {
      const salt = randomToken();
      return `pbkdf2-sha256$${iterations}$${salt}$${await derive(password, salt, iterations)}`;
    },
    async verify(hash, password) {
      const [scheme, rounds, salt, key] = hash.split('$');
      if (scheme !== 'pbkdf2-sha256' || salt === undefined) return false;
      return key === (await derive(password, salt, Number(rounds)));
    },
  };
}

async function derive(password: string, salt: string, rounds: number): Promise<string> {
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const material = await crypto.subtle.importKey('raw', bytesOf(password), 'PBKDF2', false, ['deriveBits']);
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: rounds };
  return toHex(await crypto.subtle.deriveBits(algorithm, material, 256));
}

/** Mail that stays in the database, where the panel shows it. */
function createMailer(db: Db): MailerPort {
  return {
    async send({ to, subject, text }) {
      await withMockedTables(db)
        .insertInto('mocked.mails')
        .values({ recipient: to, subject, content: text, sent_at: new Date() })
        .execute();
    },
  };
}

/** The product's limits, counted in memory over fixed windows. */
function createLimits(): LimitsPort {
  const spans = new Map<string, { used: number; endsAt: number }>();
  const count = (key: string, seconds: number, points = 1) => {
    const now = Date.now();
    const known = spans.get(key);
    const span = known && known.endsAt > now ? known : { used: 0, endsAt: now + seconds * 1000 };
    span.used += points;
    spans.set(key, span);
    return { used: span.used, wait: Math.max(1, Math.ceil((span.endsAt - now) / 1000)) };
  };
  return {
    async consume(name, key, used = 1) {
      const { points, seconds, slowTo } = limitOf(name);
      const { used: sum, wait } = count(`${name} ${key}`, seconds, used);
      if (sum <= points) return 0;
      if (slowTo === undefined) return wait;
      const pause = count(`${name} pause ${key}`, pauseOf(sum - points, slowTo));
      return pause.used > 1 ? pause.wait : 0;
    },
    async forget(name, key) {
      spans.delete(`${name} ${key}`);
      spans.delete(`${name} pause ${key}`);
    },
  };
}
