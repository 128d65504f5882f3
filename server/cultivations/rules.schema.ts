import { z } from 'zod';
import { membershipTypes } from '#db/tables/relations.ts';
import { requiredText } from '../validation.schema.ts';

/** What rules may hold, and how many lists may have them. */
export const ruleLimits = {
  conditions: 8,
  /** Conditions on reactions: each reads the reactions to all posts of the organization. */
  reactionConditions: 3,
  times: 100,
  days: 730,
  /** Others see in which city a user lives: a smaller circle would tell more. */
  kilometers: { min: 10, max: 500 },
  choices: 20,
  /** Lists with rules of one organization. */
  lists: 50,
} as const;

export const reactionTypes = ['liked', 'interested', 'going'] as const;
export type ReactionType = (typeof reactionTypes)[number];

const days = z.int().min(1).max(ruleLimits.days).describe('How many days back, to the minute.');
const holds = z.boolean().describe('False: those of whom it does not hold.');
const several = <T extends z.ZodType>(item: T, max: number) =>
  z
    .array(item)
    .min(1, 'Choose at least one')
    .max(max, `Choose at most ${max}`)
    .overwrite((values) => [...new Set(values)]);
const lookups = (what: string) =>
  several(requiredText(100), ruleLimits.choices).describe(`Ids of ${what}: any of them.`);

/** One condition, by what it is about. */
export const condition = z.discriminatedUnion('about', [
  z.strictObject({
    about: z.literal('reactions'),
    what: several(z.enum(reactionTypes), reactionTypes.length),
    times: z
      .int()
      .min(1)
      .max(ruleLimits.times)
      .describe('At least how often, to posts of the organization’s.'),
    days,
  }),
  z.strictObject({ about: z.literal('silence'), days }).describe('No reaction to any post.'),
  z.strictObject({ about: z.literal('follows'), holds }),
  z.strictObject({ about: z.literal('endorses'), holds }),
  z.strictObject({
    about: z.literal('membership'),
    holds,
    types: several(z.enum(membershipTypes), membershipTypes.length)
      .optional()
      .describe(
        'Of these types; of any where it is absent. A membership counts in the months in which it lasts.',
      ),
  }),
  z.strictObject({ about: z.literal('invited'), holds }).describe('Invited to follow the organization.'),
  z.strictObject({
    about: z.literal('place'),
    label: requiredText(200).describe('The place, as people read it.'),
    latitude: z.number().min(-90).max(90).describe('Degrees north.'),
    longitude: z.number().min(-180).max(180).describe('Degrees east.'),
    kilometers: z
      .int()
      .min(ruleLimits.kilometers.min)
      .max(ruleLimits.kilometers.max)
      .describe('How far from there they live at most, to about 10 km.'),
  }),
  z.strictObject({ about: z.literal('skills'), ids: lookups('skills') }),
  z.strictObject({ about: z.literal('causes'), ids: lookups('impact areas') }),
]);
export type Condition = z.output<typeof condition>;

/** Whether a condition alone leaves out most people: an index leads to those of whom it holds. */
export const isNarrow = (one: Condition): boolean =>
  one.about !== 'silence' && (!('holds' in one) || one.holds);

const readsReactions = ({ about }: Condition) => about === 'reactions' || about === 'silence';

/** Who is on a list: those of whom all conditions hold. */
export const rules = z
  .strictObject({
    version: z.literal(1).default(1).describe('Of this form.'),
    all: z
      .array(condition)
      .min(1, 'Add a rule')
      .max(ruleLimits.conditions, `A list has at most ${ruleLimits.conditions} rules`),
  })
  .refine(({ all }) => all.some(isNarrow), {
    path: ['all'],
    error:
      'Add a rule for who they are: what they liked or went to, that they follow or endorse you, a membership, a place, a skill or a cause',
    when: ({ issues }) => issues.length === 0,
  })
  .refine(({ all }) => all.filter(readsReactions).length <= ruleLimits.reactionConditions, {
    path: ['all'],
    error: `At most ${ruleLimits.reactionConditions} rules can be about reactions`,
    when: ({ issues }) => issues.length === 0,
  });
export type Rules = z.output<typeof rules>;

/** Returns rules as they were stored, or undefined where this version does not understand them. */
export const readRules = (stored: unknown): Rules | undefined => rules.safeParse(stored).data;

/** What can happen that changes of whom conditions hold. The triggers of the tables name the same. */
type Topic =
  | 'reactions'
  | 'follows'
  | 'endorsements'
  | 'memberships'
  | 'invitations'
  | 'place'
  | 'skills'
  | 'causes'
  | 'privacy'
  | 'blocks';

const topics: Record<Condition['about'], Topic> = {
  reactions: 'reactions',
  silence: 'reactions',
  follows: 'follows',
  endorses: 'endorsements',
  membership: 'memberships',
  invited: 'invitations',
  place: 'place',
  skills: 'skills',
  causes: 'causes',
};

/** Returns what rules look at. Whom the organization may find and reach is always part of it. */
export const topicsOf = ({ all }: Rules): Topic[] => [
  ...new Set<Topic>([...all.map(({ about }) => topics[about]), 'privacy', 'blocks']),
];

const hourMs = 3_600_000;

/**
 * Returns after how many milliseconds everybody is to be compared with rules again because time has passed: an hour for
 * each day of the shortest window, a day at most.
 */
export const refreshAfterMs = ({ all }: Rules): number =>
  Math.min(24, ...all.map((one) => ('days' in one ? one.days : 24))) * hourMs;

export const ruleCountInput = z.strictObject({ rules });
export const ruleCountOutput = z.object({
  count: z.int().nullable().describe('Of how many people they hold now; null where counting takes too long.'),
  isExact: z.boolean().describe('Whether they are no more.'),
});
