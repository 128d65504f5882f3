import { z } from 'zod';
import { signUpInput } from '#server/accounts/accounts.schema.ts';
import { sendInput } from '#server/conversations/conversations.schema.ts';
import { membershipEntry } from '#server/memberships/memberships.schema.ts';
import { postInput } from '#server/posts/posts.schema.ts';
import { individualBasicInfoInput, organizationBasicInfoInput } from '#server/profiles/profiles.schema.ts';
import { involvementForm, privacyForm, serviceInfoForm } from '#server/profiles/sections.schema.ts';

/** What somebody or something of a seed is called in the seed and in the test. */
const handle = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'Use lower-case letters, digits and hyphens, beginning with a letter');
const who = handle.describe('Of this seed, of an earlier one, or of the demo community.');
const which = handle.describe('A post of this seed.');

const account = {
  email: signUpInput.shape.email
    .optional()
    .describe('Where nothing is given: the handle at seed.gatherwell.example.'),
  password: signUpInput.shape.password.default('gatherwell'),
  hasBasicInfo: z
    .boolean()
    .default(true)
    .describe('False leaves the account as it is right after signing up: without a name.'),
};

const { firstName, lastName } = individualBasicInfoInput.shape;

const organization = organizationBasicInfoInput.extend({
  ...account,
  name: organizationBasicInfoInput.shape.name.describe(
    'Where nothing is given: made of the handle. An empty text leaves it nameless.',
  ),
  serviceInfo: serviceInfoForm.partial().optional(),
});
const person = individualBasicInfoInput.extend({
  ...account,
  firstName: firstName.optional().describe('Where nothing is given: made of the handle.'),
  lastName: lastName.default('Example'),
  address: individualBasicInfoInput.shape.address.unwrap().prefault({ code: '19104' }),
  involvement: involvementForm.partial().optional(),
  privacy: privacyForm.partial().optional().describe('Holds from when everything else of the seed is there.'),
});

const ofPost = {
  by: who.describe('The organization whose post it is.'),
  isActive: z.boolean().default(true).describe('False keeps it as a draft.'),
};
const [event, project, volunteering, inKind, general, advocacy] = postInput.options;
const post = z.discriminatedUnion(
  'postType',
  [
    event.safeExtend(ofPost),
    project.safeExtend(ofPost),
    volunteering.safeExtend(ofPost),
    inKind.safeExtend(ofPost),
    general.safeExtend(ofPost),
    advocacy.safeExtend(ofPost),
  ],
  'Choose a type of post',
);

const between = z.strictObject({ from: who, to: who });
const isAccepted = z.boolean().default(true).describe('False leaves it a request.');

/** What to add to the database: by handle, or as a list where nothing refers to it. */
export const seedInput = z.strictObject({
  organizations: z.record(handle, organization).default({}),
  people: z.record(handle, person).default({}),
  posts: z.record(handle, post).default({}),
  follows: z.array(between).default([]),
  friendships: z.array(between.extend({ isAccepted })).default([]),
  memberships: z
    .array(
      z.strictObject({
        from: who.describe('Who asks: the individual or the organization.'),
        to: who,
        ...membershipEntry.shape,
        membershipType: membershipEntry.shape.membershipType.default('volunteer'),
        startTime: membershipEntry.shape.startTime.prefault({ month: 0, year: 2025 }),
        isAccepted,
      }),
    )
    .default([]),
  endorsements: z.array(between).default([]),
  reactions: z
    .array(z.strictObject({ by: who, to: which, as: z.enum(['liked', 'interested', 'going']) }))
    .default([]),
  shares: z.array(z.strictObject({ by: who, to: which })).default([]),
  messages: z.array(between.extend({ text: sendInput.shape.text.unwrap() })).default([]),
  blocks: z.array(between).default([]).describe('Who blocks whom, once everything above is there.'),
  deletedAccounts: z
    .array(who)
    .default([])
    .describe('Accounts that are deleted in the end, with all they did.'),
});
export type Seed = z.input<typeof seedInput>;

const seededAccount = z.object({ _id: z.string(), email: z.string(), password: z.string() });

/** What was added, by handle. */
export const seedOutput = z.object({
  organizations: z.record(z.string(), seededAccount),
  people: z.record(z.string(), seededAccount),
  posts: z.record(z.string(), z.object({ _id: z.string() })),
});
export type Seeded = z.infer<typeof seedOutput>;
