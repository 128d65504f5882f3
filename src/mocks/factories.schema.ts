import { z } from 'zod';
import { signUpInput } from '#server/accounts/accounts.schema.ts';
import { sendInput } from '#server/conversations/conversations.schema.ts';
import { postInput } from '#server/posts/posts.schema.ts';
import { individualBasicInfoInput, organizationBasicInfoInput } from '#server/profiles/profiles.schema.ts';

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
};

const { firstName, lastName } = individualBasicInfoInput.shape;

const organization = organizationBasicInfoInput.extend({
  ...account,
  name: organizationBasicInfoInput.shape.name.describe('Where nothing is given: made of the handle.'),
});
const person = individualBasicInfoInput.extend({
  ...account,
  firstName: firstName.optional().describe('Where nothing is given: made of the handle.'),
  lastName: lastName.default('Example'),
  address: individualBasicInfoInput.shape.address.unwrap().prefault({ code: '19104' }),
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

/** What to add to the database: by handle, or as a list where nothing refers to it. */
export const seedInput = z.strictObject({
  organizations: z.record(handle, organization).default({}),
  people: z.record(handle, person).default({}),
  posts: z.record(handle, post).default({}),
  follows: z.array(between).default([]),
  friendships: z
    .array(between.extend({ isAccepted: z.boolean().default(true).describe('False leaves it a request.') }))
    .default([]),
  endorsements: z.array(between).default([]),
  reactions: z
    .array(z.strictObject({ by: who, to: which, as: z.enum(['liked', 'interested', 'going']) }))
    .default([]),
  messages: z.array(between.extend({ text: sendInput.shape.text.unwrap() })).default([]),
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
