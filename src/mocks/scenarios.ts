import { type FaultScript, formatFaultScript, noFaults, parseFaultScript } from './faults/script.ts';
import { readSeedName, type SeedName } from './seed-names.ts';

/**
 * What a tester sets for this tab. Switches are given in the address (`?scenario-latency=800`) or in the panel, and
 * hold for the tab until they are changed.
 */
export interface Scenario {
  /** Milliseconds by which every response is delayed. */
  latency: number;
  /** Calls that fail; the first rule that fits a call decides. */
  failures: readonly FailureRule[];
  /** Faults of single calls; these come before `failures`. */
  faults: FaultScript;
  /** Whether nothing can be reached. */
  offline: boolean;
  /** How far the clock of this tab and of the server behind it is ahead, in milliseconds. */
  clockAhead: number;
}

/** How a call fails: with an HTTP status, with no response at all, or with its effect done and the response lost. */
export type FailureOutcome = number | 'network' | 'lost';

export interface FailureRule {
  /** A procedure's name, in which `*` stands for anything: `posts.*`. */
  pattern: string;
  outcome: FailureOutcome;
}

export const usualScenario: Scenario = {
  latency: 0,
  failures: [],
  faults: noFaults,
  offline: false,
  clockAhead: 0,
};

/** The switches of an address: a scenario that stays, and things to be done once. */
export interface Switches {
  scenario: Scenario;
  /** What the database of this browser is to begin with; undefined where it stays. */
  seed: SeedName | undefined;
  /** Where a recording is to be had that is to be opened; nothing else counts then. */
  recording: string | undefined;
  /** Mail address of an account to be signed in as. */
  user: string | undefined;
  /** Whether this tab keeps a session of its own from now on; undefined where it is not given. */
  ownSession: boolean | undefined;
  /** Whether everything starts afresh first. */
  reset: boolean;
  /** Whether the script of faults begins, and calls are counted from one. */
  restartsFaults: boolean;
  /** Path, query and fragment without the switches. */
  address: string;
}

/** Names of the switches in the address. */
export const switchNames = {
  latency: 'scenario-latency',
  fail: 'scenario-fail',
  faults: 'scenario-faults',
  offline: 'scenario-offline',
  now: 'scenario-now',
  seed: 'scenario-seed',
  recording: 'scenario-recording',
  user: 'scenario-user',
  ownSession: 'scenario-own-session',
  reset: 'scenario-reset',
} as const;

/**
 * Reads the switches out of an address, on top of the scenario in force. Returns undefined where there are none;
 * throws a RangeError with a sentence for the tester where one cannot be understood.
 */
export function readSwitches(url: URL, current: Scenario, now: Date): Switches | undefined {
  const given = (name: keyof typeof switchNames) => url.searchParams.get(switchNames[name]) ?? undefined;
  if (!Object.values(switchNames).some((name) => url.searchParams.has(name))) return undefined;

  const reset = isOn(given('reset')) ?? false;
  const base = reset ? usualScenario : current;
  const [latency, fail, faults, instant] = [given('latency'), given('fail'), given('faults'), given('now')];
  const seed = given('seed');
  const scenario: Scenario = {
    latency: latency === undefined ? base.latency : readLatency(latency),
    failures: fail === undefined ? base.failures : readFailures(fail),
    faults: faults === undefined ? base.faults : parseFaultScript(faults),
    offline: isOn(given('offline')) ?? base.offline,
    clockAhead: instant === undefined ? base.clockAhead : readClock(instant, now),
  };
  const rest = new URL(url);
  for (const name of Object.values(switchNames)) rest.searchParams.delete(name);
  return {
    scenario,
    seed: seed === undefined ? undefined : readSeedName(seed),
    recording: given('recording') || undefined,
    user: given('user') || undefined,
    ownSession: isOn(given('ownSession')),
    reset,
    restartsFaults: reset || faults !== undefined,
    address: `${rest.pathname}${rest.search}${rest.hash}`,
  };
}

/** Reads `posts.*:500,accounts.signIn:network`. Throws a RangeError where a part is not like that. */
export function readFailures(text: string): FailureRule[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, pattern, outcome] = /^([\w.*]+):(network|lost|[45]\d\d)$/.exec(part) ?? [];
      if (pattern === undefined || outcome === undefined)
        throw new RangeError(`"${part}" is not like posts.*:500, posts.like:network or posts.like:lost.`);
      return { pattern, outcome: outcome === 'network' || outcome === 'lost' ? outcome : Number(outcome) };
    });
}

/** The same text again. */
export function writeFailures(rules: readonly FailureRule[]): string {
  return rules.map(({ pattern, outcome }) => `${pattern}:${outcome}`).join(', ');
}

/** Everything in force that makes single calls fail, as one script. */
export function scriptOf({ faults, failures }: Scenario): FaultScript {
  const rules = failures.map(({ pattern, outcome }) => ({
    pattern,
    fault: typeof outcome === 'number' ? { kind: 'status' as const, status: outcome } : { kind: outcome },
  }));
  return { ...faults, rules: [...faults.rules, ...rules] };
}

/**
 * Returns the address that brings another browser to the same: a path with the switches in force, in letters that can
 * be read there.
 */
export function linkOf(
  path: string,
  { latency, failures, faults }: Scenario,
  others: Partial<Record<keyof typeof switchNames, string>> = {},
): string {
  const url = new URL(path, location.origin);
  const switches = {
    ...others,
    ...(latency !== usualScenario.latency && { latency: String(latency) }),
    ...(failures.length > 0 && { fail: writeFailures(failures).replaceAll(' ', '') }),
    faults: formatFaultScript(faults, '; '),
  };
  const query = Object.entries(switches).map(
    ([name, value]) => `${switchNames[name as keyof typeof switchNames]}=${readable(value)}`,
  );
  const own = url.search.slice(1);
  return `${url.origin}${url.pathname}?${[...(own === '' ? [] : [own]), ...query].join('&')}${url.hash}`;
}

/** Encoded for a query, but for what need not be. */
const readable = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll(/%(?:3A|3B|2C|40)/g, decodeURIComponent);

/** Reads milliseconds. Throws a RangeError where the text is no whole number up to a minute. */
export function readLatency(text: string): number {
  const latency = Number(text);
  if (!Number.isInteger(latency) || latency < 0 || latency > 60_000)
    throw new RangeError(`"${text}" is not a number of milliseconds from 0 to 60000.`);
  return latency;
}

/** How far a clock that now shows the given instant is ahead. An empty text means the true time. */
function readClock(text: string, now: Date): number {
  if (text === '') return 0;
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) throw new RangeError(`"${text}" is not an instant like 2026-11-21T09:00:00Z.`);
  return instant - now.getTime();
}

function isOn(text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : text !== '0' && text !== 'false';
}

const storageKey = 'gatherwell.scenario';

/** The scenario of this tab. It survives a reload and ends with the tab. */
export const scenarioStore = {
  get(): Scenario {
    const stored = sessionStorage.getItem(storageKey);
    return stored ? { ...usualScenario, ...(JSON.parse(stored) as Partial<Scenario>) } : usualScenario;
  },
  set(scenario: Scenario): void {
    sessionStorage.setItem(storageKey, JSON.stringify(scenario));
  },
};
