import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FaultRun, freshProgress, recordScript } from './run.ts';
import {
  type Fault,
  type FaultScript,
  FaultScriptError,
  formatFault,
  formatFaultScript,
  parseFaultScript,
  type Range,
} from './script.ts';

const ranges = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 30 }), fc.nat(5)).map(([from, more]): Range => [from, from + more]),
  { minLength: 1, maxLength: 4 },
);
const which = fc.oneof(
  fc.record({ numbers: ranges }),
  fc.record({ percent: fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10) }),
);
const ms = fc.integer({ min: 0, max: 60_000 });
const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const callFault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record(
    {
      kind: fc.constant('status' as const),
      status: fc.integer({ min: 400, max: 599 }),
      reason: fc.stringMatching(/^[a-z][a-z-]{0,12}$/),
    },
    { requiredKeys: ['kind', 'status'] },
  ),
  fc.constantFrom<Fault>({ kind: 'network' }, { kind: 'lost' }),
  fc.record({ kind: fc.constant('body' as const), body: json }),
  fc.record({ kind: fc.constant('latency' as const), ms }),
);
const streamFault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ kind: fc.constant('slow' as const), ms }),
  fc.record({ kind: fc.constant('cut' as const), after: fc.nat(20) }),
  fc.record(
    { kind: fc.constantFrom('duplicate' as const, 'reorder' as const), which },
    { requiredKeys: ['kind'] },
  ),
);
const scripts = (fault: fc.Arbitrary<Fault>, pattern: fc.Arbitrary<string>): fc.Arbitrary<FaultScript> =>
  fc.record(
    {
      name: fc.string({ minLength: 1 }).filter((text) => text === text.trim() && !/[;\n\r]/.test(text)),
      seed: fc.nat(),
      rules: fc.array(fc.record({ pattern, which, fault }, { requiredKeys: ['pattern', 'fault'] }), {
        maxLength: 8,
      }),
    },
    { requiredKeys: ['seed', 'rules'] },
  );
const procedures = ['posts.like', 'posts.create', 'feeds.page', 'events.stream'];

test.each(['\n', '; ', ';'])('reads what it writes, with %j between', (separator) => {
  const pattern = fc.constantFrom(...procedures, 'posts.*', '*');
  fc.assert(
    fc.property(scripts(fc.oneof(callFault, streamFault), pattern), (script) => {
      expect(parseFaultScript(formatFaultScript(script, separator))).toEqual(script);
    }),
  );
});

test('reads every kind of statement', () => {
  const text = `name A train in a tunnel
    seed 7
    posts.like call 2: 503 overloaded;posts.*:500
    feeds.* 20%: network; posts.create calls 1,3-5: lost
    profiles.one: body {"name": "a;b"}
    events.stream call 1: cut after 3
    events.stream: duplicate 10%; events.stream: reorder 2,4 ;`;
  expect(formatFaultScript(parseFaultScript(text))).toBe(
    [
      'name A train in a tunnel',
      'seed 7',
      'posts.like call 2: 503 overloaded',
      'posts.*: 500',
      'feeds.* 20%: network',
      'posts.create calls 1,3-5: lost',
      'profiles.one: body {"name":"a;b"}',
      'events.stream call 1: cut after 3',
      'events.stream: duplicate 10%',
      'events.stream: reorder 2,4',
    ].join('\n'),
  );
});

test.each([
  ['posts.like: loose', 1, 13, '"loose" is not a fault'],
  ['posts.like: 200', 1, 13, '"200" is not a fault'],
  ['seed 1\nposts.like call x: 500', 2, 17, 'Expected a number, or a range like 3-5, found "x:"'],
  ['posts.like call 0: 500', 1, 17, 'Numbers begin with 1.'],
  ['posts.like calls 4-2: 500', 1, 18, 'The range ends before it begins.'],
  ['posts.like 120%: 500', 1, 12, 'Expected 0% to 100%.'],
  ['posts.like 500', 1, 12, 'or a colon, found "500"'],
  ['like: 500', 1, 1, '"like" is neither name, seed, nor a procedure'],
  ['posts.like: lost again', 1, 18, 'Expected the end of the line'],
  ['posts.like: body {a}', 1, 18, 'Expected JSON'],
  ['posts.like: latency 90000', 1, 21, 'Expected milliseconds from 0 to 60000.'],
  ['events.stream: cut 3', 1, 20, 'Expected "after"'],
  ['seed 1; seed 2', 1, 9, 'A script has one seed.'],
])('tells where it cannot be understood: %j', (text, line, column, problem) => {
  try {
    parseFaultScript(text);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(FaultScriptError);
    expect(error).toMatchObject({ line, column, message: expect.stringContaining(problem) as string });
  }
});

/** Makes calls, each stream with some messages. Returns what happened, without the time. */
function play(script: FaultScript, calls: readonly string[]) {
  const run = new FaultRun(() => script, freshProgress('/'));
  for (const procedure of calls) {
    const call = run.next(procedure);
    for (const fault of call.faults)
      if (fault.kind !== 'duplicate' && fault.kind !== 'reorder') run.note(call, fault);
    for (const kind of ['duplicate', 'reorder'] as const)
      for (let message = 1; message <= 6; message++)
        if (call.hits(kind, message)) run.note(call, { kind, which: { numbers: [[message, message]] } });
  }
  const { events } = run.progress;
  return {
    events,
    texts: events.map(({ procedure, call, fault }) => `${procedure} ${call} ${formatFault(fault)}`),
  };
}

test('records a script that makes the same happen to the same calls', () => {
  const pattern = fc.constantFrom(...procedures, 'posts.*', '*');
  fc.assert(
    fc.property(
      scripts(fc.oneof(callFault, streamFault), pattern),
      fc.array(fc.constantFrom(...procedures), { maxLength: 30 }),
      (script, calls) => {
        const first = play(script, calls);
        expect(play(script, calls).texts).toEqual(first.texts);
        const recorded = parseFaultScript(formatFaultScript(recordScript(first.events)));
        // Which effect of one call is named first is of no account.
        expect(play(recorded, calls).texts.sort()).toEqual(first.texts.sort());
      },
    ),
  );
});

test('draws percentages by the call: what else is called does not matter, the seed does', () => {
  const failing = (text: string, calls: string[]) =>
    play(parseFaultScript(text), calls).texts.filter((event) => event.startsWith('posts.like'));
  const likes = Array.from({ length: 200 }, () => 'posts.like');
  const mixed = likes.flatMap((like) => ['feeds.page', like]);
  const drawn = failing('seed 3; posts.*  20%: 500', likes);
  expect(drawn.length).toBeGreaterThan(20);
  expect(drawn.length).toBeLessThan(60);
  expect(failing('seed 3; posts.* 20%: 500', mixed)).toEqual(drawn);
  expect(failing('seed 4; posts.* 20%: 500', likes)).not.toEqual(drawn);
});
