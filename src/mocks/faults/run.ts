import { Random } from '#db/seeds/random.ts';
import {
  type Fault,
  type FaultRule,
  type FaultScript,
  fitsPattern,
  noFaults,
  type Range,
  type Which,
} from './script.ts';

/** A fault that happened. */
export interface FaultEvent {
  procedure: string;
  /** The how manieth call of this procedure it was, from one. */
  call: number;
  /** With the very message where it is one of a stream. */
  fault: Fault;
  /** Milliseconds since 1970. */
  at: number;
}

/** How far a run has come. It goes on after a reload. */
export interface FaultProgress {
  /** Calls so far, by procedure and by pattern. */
  counts: Record<string, number>;
  events: readonly FaultEvent[];
  /** Path and query where it began. */
  path: string;
}

/** What a call meets. */
export interface FaultyCall {
  procedure: string;
  call: number;
  /** At most one of each effect. */
  faults: readonly Fault[];
  /** Whether a fault of a stream concerns its message of this number. */
  hits(kind: 'duplicate' | 'reorder', message: number): boolean;
}

export const freshProgress = (path: string): FaultProgress => ({ counts: {}, events: [], path });

const failures: ReadonlySet<Fault['kind']> = new Set(['status', 'network', 'lost', 'body']);
const effectOf = ({ kind }: Fault) => (failures.has(kind) ? 'failure' : kind);

/** A script that is being run: counts calls, returns the faults of each, and records what happened. */
export class FaultRun {
  #progress: FaultProgress;
  readonly #script: () => FaultScript;
  readonly #listeners = new Set<() => void>();

  /** @param script what holds at the moment of a call */
  constructor(script: () => FaultScript, progress: FaultProgress) {
    this.#script = script;
    this.#progress = progress;
  }

  /** How far it has come; another object after each change of its events. */
  get progress(): FaultProgress {
    return this.#progress;
  }

  /** Counts from one again, and forgets what happened. */
  restart(path: string): void {
    this.#progress = freshProgress(path);
    this.#tell();
  }

  /** Counts a call. Returns what it meets. */
  next(procedure: string): FaultyCall {
    const { seed, rules } = this.#script();
    const { counts } = this.#progress;
    const fitting = rules.filter(({ pattern }) => fitsPattern(procedure, pattern));
    for (const counted of new Set([procedure, ...fitting.map(({ pattern }) => pattern)]))
      counts[counted] = (counts[counted] ?? 0) + 1;
    const call = counts[procedure] ?? 1;

    const chosen = new Map<string, FaultRule>();
    for (const rule of fitting) {
      const effect = effectOf(rule.fault);
      const draw = () => chance(seed, rules.indexOf(rule), procedure, call);
      if (!chosen.has(effect) && includes(rule.which, counts[rule.pattern] ?? 1, draw))
        chosen.set(effect, rule);
    }
    return {
      procedure,
      call,
      faults: [...chosen.values()].map(({ fault }) => fault),
      hits: (kind, message) => {
        const rule = chosen.get(kind);
        if (!rule || !('which' in rule.fault || rule.fault.kind === kind)) return false;
        const which = 'which' in rule.fault ? rule.fault.which : undefined;
        return includes(which, message, () => chance(seed, rules.indexOf(rule), procedure, call, message));
      },
    };
  }

  /** Keeps what happened to a call. */
  note({ procedure, call }: Pick<FaultyCall, 'procedure' | 'call'>, fault: Fault): void {
    const event = { procedure, call, fault, at: Date.now() };
    this.#progress = { ...this.#progress, events: [...this.#progress.events, event] };
    this.#tell();
  }

  /** Calls back whenever something happened. Returns a function that ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** What happened, as a script that makes the same happen to the same calls. */
export function recordScript(events: readonly FaultEvent[], name?: string): FaultScript {
  const groups = new Map<string, { first: FaultEvent; calls: number[]; messages: number[] }>();
  for (const event of events) {
    const { procedure, call, fault } = event;
    const isOfMessage = fault.kind === 'duplicate' || fault.kind === 'reorder';
    // Those of one stream are one rule, those of many calls one for each fault.
    const key = JSON.stringify([procedure, isOfMessage ? [fault.kind, call] : fault]);
    const group = groups.get(key) ?? { first: event, calls: [], messages: [] };
    groups.set(key, group);
    group.calls.push(call);
    if (isOfMessage && fault.which && 'numbers' in fault.which)
      group.messages.push(...fault.which.numbers.map(([number]) => number));
  }
  const rules = [...groups.values()].map(({ first: { procedure, fault }, calls, messages }) => ({
    pattern: procedure,
    which: { numbers: rangesOf(calls) },
    fault: messages.length > 0 ? ({ ...fault, which: { numbers: rangesOf(messages) } } as Fault) : fault,
  }));
  return { ...(name !== undefined && { name }), seed: noFaults.seed, rules };
}

function rangesOf(numbers: readonly number[]): Range[] {
  const ranges: [number, number][] = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

function includes(which: Which | undefined, number: number, draw: () => number): boolean {
  if (!which) return true;
  if ('percent' in which) return draw() * 100 < which.percent;
  return which.numbers.some(([from, to]) => from <= number && number <= to);
}

/** Drawn of the call itself and not in turn, so that it does not matter what else is called meanwhile. */
const chance = (...parts: (string | number)[]): number => new Random(parts.join(' ')).unit();
