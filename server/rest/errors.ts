import { neededBy } from '../access-tokens/scopes.ts';
import { errorReasons, type Reason } from '../error-reasons.ts';
import { type LimitName, limitOf } from '../ports.ts';
import { type Operation, takesIdempotencyKey } from './operations.ts';

/** What any call may be refused for: documented once. */
export const generalReasons = [
  'another-user',
  'bad-request',
  'beyond-bounds',
  'incomplete',
  'origin-not-allowed',
  'too-large',
  'too-often',
  'two-sessions',
  'unavailable',
] as const satisfies readonly Reason[];

/** The reasons for which an operation refuses a call, beside the general ones. */
export function reasonsOf(operation: Operation): Reason[] {
  const { meta, procedure } = operation;
  const needed = neededBy(procedure._def.type, meta);
  const takesInput = procedure._def.inputs.length > 0;
  const isWrite = procedure._def.type === 'mutation';
  const takesKey = takesIdempotencyKey(operation);
  const isOpen = meta.caller === undefined || meta.caller === 'public';
  const derived: (Reason | false)[] = [
    takesInput && 'validation',
    takesInput && 'not-found',
    !isOpen && 'not-signed-in',
    (!isOpen || takesInput) && 'not-yours',
    needed === 'session' ? 'session-required' : 'scope-missing',
    takesKey && 'key-reused',
    takesKey && meta.secret?.output !== undefined && 'told-once',
    isWrite && 'storage-full',
    meta.largeBody !== undefined && 'crowded',
  ];
  return [
    ...new Set([...derived.filter((reason): reason is Reason => reason !== false), ...(meta.errors ?? [])]),
  ].toSorted((a, b) => errorReasons[a][0] - errorReasons[b][0] || a.localeCompare(b));
}

/** Reasons with their meanings, as a Markdown list. */
export const listReasons = (reasons: readonly Reason[]): string =>
  reasons.map((reason) => `- \`${reason}\`: ${errorReasons[reason][1]}`).join('\n');

/** A limit as the API document has it. */
export interface DescribedLimit {
  name: LimitName;
  points: number;
  seconds: number;
  /** What is counted, for whom, and how often that may be. */
  text: string;
}

/** What is counted, for whom. */
const counted: Partial<Record<LimitName, readonly [what: string, by: string]>> = {
  'access-tokens': ['tokens', 'a user'],
  'bulk-messages': ['sendings', 'a sender'],
  'change-password': ['attempts', 'a user'],
  'cultivation-additions': ['additions of many people', 'an organization'],
  'email-check-day': ['questions', 'a network address'],
  'email-check-minute': ['questions', 'a network address'],
  feedback: ['messages', 'a network address'],
  megapixels: ['megapixels of pictures', 'a user'],
  'recover-password': ['mails', 'an account and a network address'],
  request: ['calls', 'a user, or a network address where nobody is signed in'],
  'reset-password': ['attempts', 'a network address'],
  rules: ['counts', 'an organization'],
  'sign-in': ['attempts', 'an account and a network address together'],
  'sign-in-account': ['attempts', 'an account; beyond that with growing pauses'],
  'sign-in-address': ['attempts', 'a network address'],
  'sign-in-day': ['attempts', 'an account and a network address together, since the last success'],
  'sign-in-device': ['attempts', 'a device that has signed in before'],
  'sign-up': ['accounts', 'a network address'],
  'social-logins': ['logins and disconnections', 'an organization'],
  'social-reads': ['lists of pages', 'an organization'],
  'social-retries': ['attempts', 'an organization'],
  uploads: ['megabytes', 'a user'],
  'webhook-replays': ['deliveries', 'an organization'],
  webhooks: ['changes', 'an organization'],
};

/** Describes a limit, by its definition. Throws for one that no operation may name. */
export function describeLimit(name: LimitName): DescribedLimit {
  const { points, seconds } = limitOf(name);
  const [what, by] = counted[name] ?? [];
  if (!what) throw new Error(`The limit ${name} has no description.`);
  const often = `${points.toLocaleString('en-US')} ${what} ${periodOf(seconds)}`;
  return { name, points, seconds, text: `${often}, for ${by}.` };
}

/**
 * The limits that every call counts for.
 * @param perMinute how many calls in a minute one access token may make
 */
export function generalLimits(perMinute: number): DescribedLimit[] {
  const [one, all] = [limitOf('access-token').points, limitOf('access-tokens-of-user').points];
  const calls = (name: LimitName, points: number, by: string): DescribedLimit => ({
    name,
    points,
    seconds: 60,
    text: `${points.toLocaleString('en-US')} calls a minute, ${by}.`,
  });
  return [
    describeLimit('request'),
    calls('access-token', perMinute, 'with one access token: these do not count for the limit above'),
    calls('access-tokens-of-user', (perMinute * all) / one, 'with all access tokens of a user together'),
  ];
}

function periodOf(seconds: number): string {
  if (seconds === 86_400) return 'a day';
  if (seconds === 3600) return 'an hour';
  return seconds === 60 ? 'a minute' : `in ${seconds / 60} minutes`;
}

/** A Failure response for a status, and whether it says when to come back. */
export function describeRefusals(
  reasons: readonly Reason[],
): Record<string, { name: string; response: object }> {
  const byStatus = Map.groupBy(reasons, (reason) => errorReasons[reason][0]);
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      status,
      {
        name: `${status}.${those.join('.')}`,
        response: {
          description: listReasons(those),
          ...(status >= 429 && { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }),
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Failure' },
              example: failureExample(those[0] as Reason),
            },
          },
          'x-reasons': those,
        },
      },
    ]),
  );
}

const failureExample = (reason: Reason) => ({
  success: false,
  message: errorReasons[reason][1],
  data: null,
  reason,
});
