/**
 * Fault scripts: which calls go wrong, and how, as a text. One statement a line, or several with semicolons:
 *
 *     name A train in a tunnel
 *     seed 7
 *     posts.like call 2: 503 overloaded
 *     feeds.* 20%: network
 *     posts.create calls 1,3-5: lost
 *     events.stream: duplicate 10%
 */
export interface FaultScript {
  /** What testers call it. */
  name?: string;
  /** What percentages are drawn with: the same seed makes the same calls fail. */
  seed: number;
  /** Of the rules that fit a call, the first of each effect holds: one failure, one latency, one of each for a stream. */
  rules: readonly FaultRule[];
}

export interface FaultRule {
  /** A procedure's name, in which `*` stands for anything: `posts.*`. */
  pattern: string;
  /** Which of the calls that fit the pattern; all where it is absent. */
  which?: Which;
  fault: Fault;
}

/** Some of what is counted from one, or a share of it. */
export type Which = { numbers: readonly Range[] } | { percent: number };
/** From, and up to and including. */
export type Range = readonly [from: number, to: number];

export type Fault =
  /** The server is not asked. */
  | { kind: 'status'; status: number; reason?: string }
  | { kind: 'network' }
  /** Done on the server, and no response. */
  | { kind: 'lost' }
  /** Done on the server, and something else in its place. */
  | { kind: 'body'; body: unknown }
  /** Milliseconds before the call is passed on. */
  | { kind: 'latency'; ms: number }
  /** Of an event stream: each message is held for so long, in milliseconds. */
  | { kind: 'slow'; ms: number }
  /** Of an event stream: the connection breaks after so many messages. */
  | { kind: 'cut'; after: number }
  /** Of an event stream: these messages come twice. */
  | { kind: 'duplicate'; which?: Which }
  /** Of an event stream: these messages come after the one that follows them. */
  | { kind: 'reorder'; which?: Which };

/** The script of nothing. */
export const noFaults: FaultScript = { seed: 1, rules: [] };

/** A script that cannot be read. The message names the place. */
export class FaultScriptError extends RangeError {
  override name = 'FaultScriptError';
  readonly line: number;
  readonly column: number;

  constructor(problem: string, text: string, at: number) {
    const before = text.slice(0, at).split('\n');
    const [line, column] = [before.length, (before.at(-1) ?? '').length + 1];
    super(`Line ${line}, column ${column}: ${problem}`);
    this.line = line;
    this.column = column;
  }
}

const faultsExplained =
  'a status from 400 to 599, network, lost, body, latency, slow, cut after, duplicate or reorder';

/** Reads a script. Throws a `FaultScriptError` where it cannot be understood. */
export function parseFaultScript(text: string): FaultScript {
  const source = new Source(text);
  const rules: FaultRule[] = [];
  let name: string | undefined;
  let seed: number | undefined;
  for (;;) {
    source.take(/[\s;]+/);
    if (source.isAtEnd) break;
    const start = source.at;
    if (source.take(/name[ \t]+/)) {
      if (name !== undefined) source.fail('A script has one name.', start);
      name = source.need(/[^;\n\r]+/, 'the name').trim();
      if (name === '') source.fail('Expected the name.');
    } else if (source.take(/seed[ \t]+/)) {
      if (seed !== undefined) source.fail('A script has one seed.', start);
      seed = readCount(source, 'the seed, a whole number');
    } else rules.push(readRule(source));
    source.take(/[ \t]+/);
    if (!source.isAtEnd && !source.take(/[;\n\r]/))
      source.fail('Expected the end of the line, or a semicolon.');
  }
  return { ...(name !== undefined && { name }), seed: seed ?? noFaults.seed, rules };
}

/** Writes a script so that reading it gives the same one. */
export function formatFaultScript({ name, seed, rules }: FaultScript, separator = '\n'): string {
  return [
    ...(name === undefined ? [] : [`name ${name}`]),
    ...(seed === noFaults.seed ? [] : [`seed ${seed}`]),
    ...rules.map(
      ({ pattern, which, fault }) =>
        `${pattern}${which ? ` ${formatCalls(which)}` : ''}: ${formatFault(fault)}`,
    ),
  ].join(separator);
}

/** What goes wrong, as a script has it. */
export function formatFault(fault: Fault): string {
  switch (fault.kind) {
    case 'status':
      return [fault.status, fault.reason].filter((part) => part !== undefined).join(' ');
    case 'network':
    case 'lost':
      return fault.kind;
    case 'body':
      return `body ${JSON.stringify(fault.body)}`;
    case 'latency':
    case 'slow':
      return `${fault.kind} ${fault.ms}`;
    case 'cut':
      return `cut after ${fault.after}`;
    case 'duplicate':
    case 'reorder':
      return fault.which ? `${fault.kind} ${formatWhich(fault.which)}` : fault.kind;
  }
}

/** Whether a procedure's name fits a pattern. */
export function fitsPattern(name: string, pattern: string): boolean {
  return new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(name);
}

function formatCalls(which: Which): string {
  if ('percent' in which) return formatWhich(which);
  const [first, ...others] = which.numbers;
  const isOne = first !== undefined && others.length === 0 && first[0] === first[1];
  return `${isOne ? 'call' : 'calls'} ${formatWhich(which)}`;
}

const formatWhich = (which: Which): string =>
  'percent' in which
    ? `${which.percent}%`
    : which.numbers.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(',');

/** A text that is read from left to right. */
class Source {
  at = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Takes what fits here, if anything does. */
  take(pattern: RegExp): string | undefined {
    const sticky = new RegExp(pattern, 'y');
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  need(pattern: RegExp, what: string): string {
    return this.take(pattern) ?? this.fail(`Expected ${what}${this.#found()}.`);
  }

  fail(problem: string, at = this.at): never {
    throw new FaultScriptError(problem, this.text, at);
  }

  #found(): string {
    const [next] = /^[^\s;]+/.exec(this.text.slice(this.at)) ?? [];
    return next === undefined ? '' : `, found "${next}"`;
  }
}

function readRule(source: Source): FaultRule {
  const start = source.at;
  const pattern = source.need(/[\w.*-]+/, 'name, seed, or a procedure like posts.like or posts.*');
  if (!/[.*]/.test(pattern))
    source.fail(`"${pattern}" is neither name, seed, nor a procedure like posts.like or posts.*.`, start);
  source.take(/[ \t]+/);
  const which = source.take(/calls?[ \t]+/) ? readNumbers(source) : readPercent(source);
  source.take(/[ \t]+/);
  source.need(/:/, 'which calls ("call 2", "calls 1,3-5" or "20%"), or a colon');
  source.take(/[ \t]+/);
  return { pattern, ...(which && { which }), fault: readFault(source) };
}

function readFault(source: Source): Fault {
  const start = source.at;
  const word = source.take(/[\w-]+/) ?? '';
  source.take(/[ \t]+/);
  switch (word) {
    case 'network':
    case 'lost':
      return { kind: word };
    case 'body':
      return { kind: word, body: readJson(source) };
    case 'latency':
    case 'slow':
      return { kind: word, ms: readMilliseconds(source) };
    case 'cut':
      source.need(/after[ \t]+/, '"after", and a number of messages');
      return { kind: word, after: readCount(source, 'a number of messages') };
    case 'duplicate':
    case 'reorder': {
      const which =
        readPercent(source) ?? (source.take(/(?=\d)/) === undefined ? undefined : readNumbers(source));
      return { kind: word, ...(which && { which }) };
    }
  }
  if (!/^[45]\d\d$/.test(word)) source.fail(`"${word}" is not a fault. Expected ${faultsExplained}.`, start);
  const reason = source.take(/[a-z][\w-]*/);
  return { kind: 'status', status: Number(word), ...(reason !== undefined && { reason }) };
}

function readMilliseconds(source: Source): number {
  const start = source.at;
  const ms = readCount(source, 'milliseconds');
  if (ms > 60_000) source.fail('Expected milliseconds from 0 to 60000.', start);
  return ms;
}

function readCount(source: Source, what: string): number {
  const start = source.at;
  const count = Number(source.need(/\d+/, what));
  if (!Number.isSafeInteger(count)) source.fail(`Expected ${what}, and a smaller one.`, start);
  return count;
}

function readPercent(source: Source): Which | undefined {
  const start = source.at;
  const text = source.take(/\d+(?:\.\d+)?%/);
  if (text === undefined) return undefined;
  const percent = Number(text.slice(0, -1));
  if (percent > 100) source.fail('Expected 0% to 100%.', start);
  return { percent };
}

function readNumbers(source: Source): Which {
  const numbers: Range[] = [];
  do {
    const start = source.at;
    const from = readCount(source, 'a number, or a range like 3-5');
    const to = source.take(/-/) ? readCount(source, 'the end of the range') : from;
    if (from < 1) source.fail('Numbers begin with 1.', start);
    if (to < from) source.fail('The range ends before it begins.', start);
    numbers.push([from, to]);
  } while (source.take(/,[ \t]*/));
  return { numbers };
}

/** One value of JSON, up to the end of the statement. */
function readJson(source: Source): unknown {
  const start = source.at;
  const text = source.take(/(?:"(?:[^"\\\n\r]|\\.)*"|[^;\n\r"])*/) ?? '';
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return source.fail('Expected JSON, in one line.', start);
  }
}
