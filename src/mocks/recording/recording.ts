import { z } from 'zod';
// Has zod do without code that is made from text.
import '#server/validation.schema.ts';
import { parseFaultScript } from '../faults/script.ts';
import { readFailures, type Scenario, usualScenario } from '../scenarios.ts';
import { seedNames } from '../seed-names.ts';

/** What an act is done to: by role and accessible name, as people and screen readers find it, or else by a selector. */
const target = z.strictObject({
  role: z.string().nullable(),
  name: z.string().describe('The accessible name, up to the first time in it.'),
  isWhole: z.boolean().describe('Whether that is all of the name.'),
  index: z.int().min(0).describe('Among those with the same role and name, from zero.'),
  count: z.int().min(1).describe('How many there were.'),
  css: z.string().nullable().describe('Of what has no role; otherwise null.'),
});
export type Target = z.infer<typeof target>;

/** Recordings of the first days do not have it. */
const screen = z
  .string()
  .startsWith('/')
  .optional()
  .describe('The path of the screen on which it was done, with `*` for each id in it.');

const act = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('open'), path: z.string().startsWith('/') }),
  z.strictObject({ kind: z.literal('click'), screen, target }),
  z.strictObject({
    kind: z.literal('fill'),
    screen,
    target,
    value: z.string().nullable().describe('Null where it is a secret.'),
  }),
  z.strictObject({ kind: z.literal('select'), screen, target, values: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('press'), screen, target: target.nullable(), key: z.string().min(1) }),
]);
export type Act = z.infer<typeof act>;

/** The path of a screen, with `*` in place of each id: what is made in a replay has others. */
export const screenOf = (path: string): string =>
  path.replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '*');

/** What a tester began from, and what they did. One version for each shape that was ever written. */
const recordingFile = z.strictObject({
  format: z.literal('gatherwell-recording'),
  version: z.literal(1, 'This recording is of another version of the product'),
  recordedAt: z.iso.datetime(),
  start: z.strictObject({
    seed: z.enum(seedNames),
    database: z
      .string()
      .nullable()
      .describe('What was changed in the seed before: gzipped JSON in base64. Null where nothing was.'),
    user: z.string().nullable().describe('Mail address of who is signed in.'),
    path: z.string().startsWith('/'),
    scenario: z.strictObject({
      latency: z.number(),
      fail: z.string().describe('As in the switch `scenario-fail`.'),
      faults: z.string().describe('As in the switch `scenario-faults`.'),
      faultCounts: z.record(z.string(), z.int()).describe('How many calls the script had counted.'),
      offline: z.boolean(),
      now: z.iso.datetime().nullable().describe('By the clock of the tab; null where that is the true time.'),
    }),
  }),
  acts: z.array(act),
});
export type Recording = z.infer<typeof recordingFile>;

/** Reads a recording. Throws a RangeError with a sentence for the tester where it is none. */
export function readRecording(given: unknown): Recording {
  const { data, error } = recordingFile.safeParse(given);
  if (data) {
    parseFaultScript(data.start.scenario.faults);
    return data;
  }
  const [issue] = error.issues;
  throw new RangeError(
    `This is not a recording: ${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'wrong'}.`,
  );
}

/** The same of a file's text. */
export function parseRecording(text: string): Recording {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new RangeError('This is not a recording: the file is not JSON.');
  }
  return readRecording(given);
}

/** The scenario that a recording began with, for a tab. */
export function scenarioOf({ start: { scenario } }: Recording, now: Date): Scenario {
  return {
    ...usualScenario,
    latency: scenario.latency,
    failures: readFailures(scenario.fail),
    faults: parseFaultScript(scenario.faults),
    offline: scenario.offline,
    clockAhead: scenario.now === null ? 0 : Date.parse(scenario.now) - now.getTime(),
  };
}
