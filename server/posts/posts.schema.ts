import { z } from 'zod';
import { lookupIds, lookupView } from '../lookups/lookups.schema.ts';
import { isDataUrl } from '../media/data-url.ts';
import { kilometers, nearInput } from '../near.schema.ts';
import { networkPostView } from '../social-media/network-posts.schema.ts';
import {
  chosenId,
  day,
  id,
  instant,
  instantOrDay,
  isDay,
  multilineText,
  pageInput,
  pageOf,
  rangeEnd,
  rangeStart,
  requiredText,
  text,
  validationMessages,
  webAddress,
} from '../validation.schema.ts';
import { type PostField, type PostType, postRules, postTypes } from './post-rules.schema.ts';
import { type SocialMediaSharing, socialMediaSharing } from './social-sharing.schema.ts';

/** The limits of a post. Texts in UTF-16 units, pictures in bytes after decoding. */
export const postLimits = {
  title: 200,
  description: 10_000,
  keywords: 20,
  keyword: 50,
  impactAreas: 20,
  skills: 30,
  images: 10,
  imageBytes: 10 * 1024 * 1024,
  /** All new pictures of one save; what travels is a third more, as base64. */
  allImageBytes: 25 * 1024 * 1024,
  imageDescription: 500,
  requiredItems: 50,
  itemName: 200,
  itemRequirement: 500,
  contact: 200,
  fullAddress: 300,
} as const;

/** The error of a picture that is larger than that. */
export const pictureTooLarge = 'A picture may have at most 10 MB.';

const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4;

export const imageInput = z.strictObject({
  path: z
    .string()
    .max(base64Length(postLimits.imageBytes) + 200, pictureTooLarge)
    .refine((value) => /^[0-9a-f]{64}$/.test(value) || isDataUrl(value), 'This is not a picture')
    .describe('A new picture as a data URL (at most 10 MB), or the path of a picture that this post has.'),
  description: text(postLimits.imageDescription).default('').describe('What the picture shows.'),
});

const requiredItemInput = z
  .strictObject({
    name: text(postLimits.itemName).default('').describe('What is needed.'),
    requirement: text(postLimits.itemRequirement).default('').describe('How much of it, or of what kind.'),
    neededBy: z
      .string(validationMessages.date)
      .max(40, validationMessages.date)
      .overwrite((value) => instant.safeParse(value).data?.slice(0, 10) ?? value)
      .default('')
      .describe('Until which day, `YYYY-MM-DD`. Of an instant the day in UTC.'),
  })
  .superRefine((item, check) => {
    if (isFilled(item) && !day.safeParse(item.neededBy).success)
      check.addIssue({ code: 'custom', path: ['neededBy'], message: validationMessages.date });
  });

const isFilled = (item: { name: string; requirement: string }) => item.name !== '' && item.requirement !== '';

/** An instant or a day of a post: what lies further back was hardly meant. */
const postInstant = instantOrDay.refine((value) => value >= '1970', validationMessages.date);

const addressInput = z
  .strictObject({
    fullAddress: requiredText(postLimits.fullAddress).describe('The address in one line.'),
    latitude: z.number().min(-90).max(90).nullish().describe('Degrees north.'),
    longitude: z.number().min(-180).max(180).nullish().describe('Degrees east.'),
  })
  .refine(({ latitude, longitude }) => (latitude == null) === (longitude == null), {
    path: ['latitude'],
    message: 'Give both coordinates or none',
  });

/** Every field that a post can have; which type has which is in `postRules`. */
const fields = {
  title: requiredText(postLimits.title).describe('At most 200 characters.'),
  description: multilineText(postLimits.description)
    .default('')
    .describe(
      'Plain text with line breaks, at most 10,000 characters. A mention is `@[Display Name](userId)`.',
    ),
  images: z
    .array(imageInput)
    .max(postLimits.images, `A post may have at most ${postLimits.images} pictures`)
    .refine(
      (images) =>
        images.reduce((sum, { path }) => sum + path.length, 0) <=
        base64Length(postLimits.allImageBytes) + 2000,
      'All new pictures together may have at most 25 MB.',
    )
    .default([])
    .describe('The first one is what cards show. At most 10, new ones together at most 25 MB.'),
  impactAreas: lookupIds(postLimits.impactAreas).default([]).describe('Ids of impact areas.'),
  keywords: z
    .array(requiredText(postLimits.keyword))
    .max(postLimits.keywords, `Give at most ${postLimits.keywords} keywords`)
    .transform((keywords) => [...new Set(keywords)])
    .default([])
    .describe('At most 20, each of at most 50 characters.'),
  isActive: z.boolean().default(false).describe('True publishes the post, false keeps it as a draft.'),
  scheduledPublish: z
    .boolean()
    .default(false)
    .describe('True keeps the post until its time, and then publishes it. Not together with `isActive`.'),
  scheduledPublishDateTime: postInstant
    .nullish()
    .describe(
      'When a scheduled post goes out: an instant to come, or a day, with which it goes out. Without meaning for others.',
    ),
  startDateTime: postInstant
    .nullish()
    .describe('When it begins: an instant, ISO 8601, or a day, with which it begins in its time zone.'),
  endDateTime: postInstant
    .nullish()
    .describe('When it ends, not before it begins: an instant, or a day, with which it ends.'),
  timeZone: z
    .string()
    .refine(isTimeZone, 'Choose a time zone')
    .nullish()
    .describe(
      'IANA name of the zone in which it takes place. Where it is not sent: the one that the post has, else that of the organization’s address, of its newest post with dates, or UTC.',
    ),
  address: addressInput.nullish().describe('Where it takes place.'),
  postURL: webAddress().default('').describe('Where there is more to read: an http or https address.'),
  contact: text(postLimits.contact)
    .default('')
    .describe('Whom to ask: a name, telephone number or mail address.'),
  addable: z
    .literal(true)
    .optional()
    .describe('Follows from the type; accepted so that a post can be sent back as it was read.'),
  skills: lookupIds(postLimits.skills).default([]).describe('Ids of skills that are looked for.'),
  topNeed: z.boolean().default(false).describe('Whether this is among what the organization needs most.'),
  expectedRequiredHours: z
    .number()
    .min(0, 'Enter 0 to 100 hours')
    .max(100, 'Enter 0 to 100 hours')
    .multipleOf(0.25, 'Enter hours in quarters')
    .nullish()
    .describe('Hours of work, 0 to 100 in quarters.'),
  requiredItems: z
    .array(requiredItemInput)
    .max(postLimits.requiredItems, `Give at most ${postLimits.requiredItems} items`)
    .transform((items) => items.filter(isFilled))
    .default([])
    .describe('What is asked for. Items without a name or a requirement are dropped.'),
  petitionLink: webAddress().default('').describe('Where to sign: an http or https address.'),
} satisfies Record<PostField, z.ZodType>;

/** The form fields of a type and no others, with what must hold between them. */
function inputOf<T extends PostType, Extra extends z.ZodRawShape>(postType: T, extra: Extra) {
  const names: readonly PostField<T>[] = postRules[postType].fields;
  const shape = Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<
    typeof fields,
    PostField<T>
  >;
  return z
    .strictObject({ ...extra, postType: z.literal(postType), ...shape })
    .superRefine((post: unknown, check) => {
      checkDates(post as PostDates, check);
      checkSchedule(post as PostSchedule, check);
    });
}

interface PostSchedule {
  isActive: boolean;
  scheduledPublish: boolean;
  scheduledPublishDateTime?: string | null;
}

function checkSchedule(post: PostSchedule, check: z.RefinementCtx) {
  if (!post.scheduledPublish) return;
  const addError = (field: keyof PostSchedule, message: string) =>
    check.addIssue({ code: 'custom', path: [field], message });
  if (post.isActive) addError('scheduledPublish', 'A post is published now or scheduled, not both');
  if (!post.scheduledPublishDateTime) addError('scheduledPublishDateTime', validationMessages.required);
}

interface PostDates {
  startDateTime?: string | null;
  endDateTime?: string | null;
}

function checkDates({ startDateTime: start, endDateTime: end }: PostDates, check: z.RefinementCtx) {
  const addError = (field: keyof PostDates, message: string) =>
    check.addIssue({ code: 'custom', path: [field], message });
  if (end && !start) addError('startDateTime', validationMessages.required);
  // Days are compared once the time zone is known.
  if (start && end && !isDay(start) && !isDay(end) && end < start) addError('endDateTime', endBeforeStart);
}

/** The error of a post that ends before it begins. */
export const endBeforeStart = 'The end must not lie before the start';

/** A name of the IANA time zone database, as this runtime knows it. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || name.length > 64) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const undoable = z
  .boolean()
  .optional()
  .describe(
    'Where this publishes the post: true notifies followers once the time for an undo has passed, false at once.',
  );
const sharing = socialMediaSharing
  .optional()
  .describe('What it is to say on social networks. Absent in a change: stays as it is.');
const create = { _id: chosenId('post'), undoable, socialMediaSharing: sharing };

/** What an organization enters for a new post: exactly the fields of its type. */
export const postInput = z.discriminatedUnion('postType', [
  inputOf('event', create),
  inputOf('project', create),
  inputOf('volunteering', create),
  inputOf('in-kind', create),
  inputOf('general', create),
  inputOf('advocacy', create),
]);
/** As a form holds it, before defaults. */
export type PostInput = z.input<typeof postInput>;

const postId = id.describe('The post.');

const update = {
  id: postId,
  undoable,
  socialMediaSharing: sharing,
  wasActive: z
    .boolean()
    .optional()
    .describe(
      'Whether it was published when it was read: where that has changed since, nothing is saved (409).',
    ),
};

/** The whole post as it is to be from now on. Its type cannot change. */
export const postUpdate = z.discriminatedUnion('postType', [
  inputOf('event', update),
  inputOf('project', update),
  inputOf('volunteering', update),
  inputOf('in-kind', update),
  inputOf('general', update),
  inputOf('advocacy', update),
]);

/** What was entered, of any type: fields that a type does not have are absent. */
export type PostEntry = { postType: PostType } & Pick<EnteredFields, CommonField> &
  Partial<Omit<EnteredFields, CommonField>> & { socialMediaSharing?: SocialMediaSharing | undefined };
type EnteredFields = z.output<z.ZodObject<typeof fields>>;
type CommonField = PostField<'general'>;

export const postIdInput = z.strictObject({ id: postId });

const instantOut = z.string().describe('UTC instant, ISO 8601.');

/** The reactions of one user to a post. */
export const interestView = z.object({
  userId: z.string(),
  liked: z.boolean(),
  interested: z.boolean(),
  going: z.boolean(),
});
export type InterestView = z.infer<typeof interestView>;

/** How many reacted. */
export const interestCounts = z.object({ liked: z.int(), interested: z.int(), going: z.int() });

export const postImage = z.object({
  path: z.string().describe('Below /media, followed by a width: `/media/{path}/800`.'),
  width: z.int().describe('Pixels of the stored original.'),
  height: z.int(),
  description: z.string(),
  createdAt: instantOut,
});

export const requiredItem = z.object({
  name: z.string(),
  requirement: z.string(),
  neededBy: z.string().describe('A calendar day, `YYYY-MM-DD`.'),
});

export const postAddress = z.object({
  fullAddress: z.string(),
  latitude: z.number().nullable().describe('Degrees north.'),
  longitude: z.number().nullable().describe('Degrees east.'),
});

/** A post as one caller sees it. Fields that its type does not have are null, false or empty. */
export const postView = z.object({
  _id: z.string(),
  postType: z.enum(postTypes),
  title: z.string(),
  description: z.string().describe('Plain text with line breaks. A mention is `@[Display Name](userId)`.'),
  images: z.array(postImage),
  impactAreas: z.array(lookupView),
  skills: z.array(lookupView),
  keywords: z.array(z.string()),
  startDateTime: instantOut.nullable(),
  endDateTime: instantOut.nullable(),
  timeZone: z.string().nullable().describe('IANA name of the zone in which it takes place.'),
  address: postAddress.nullable(),
  creatorId: z.string(),
  organizationName: z.string(),
  organizationProfilePicture: z.string().nullable().describe('Path below /media, or null.'),
  createdAt: instantOut,
  publishedAt: instantOut.nullable().describe('When it became active; null for drafts and scheduled posts.'),
  isActive: z.boolean(),
  topNeed: z.boolean(),
  postURL: z.string().nullable(),
  contact: z.string().nullable(),
  expectedRequiredHours: z.number().nullable().describe('Hours, in quarters.'),
  requiredItems: z.array(requiredItem),
  petitionLink: z.string().nullable(),
  addable: z.boolean().describe('Whether the type can be added to a personal calendar.'),
  isAdded: z
    .boolean()
    .default(false)
    .describe('Whether the caller has added it to the personal calendar. Absent in events of older servers.'),
  reminder: z
    .int()
    .nullable()
    .default(null)
    .describe(
      'How many minutes before it begins the caller is reminded of it; null for no reminder. Absent in events of older servers.',
    ),
  views: z.int(),
  follows: z.boolean().describe('Whether the caller follows the organization.'),
  scheduledPublish: z.boolean(),
  scheduledPublishDateTime: instantOut.nullable(),
  sharedBy: z.string().nullable().describe('In a feed: the friend who shared it last.'),
  sharedByName: z.string().nullable(),
  sharedAt: instantOut.nullable(),
  interests: z
    .array(interestView)
    .describe(
      "The caller's own entry, where there is one. `GET /posts/{id}` adds those of others that the caller may see.",
    ),
  counts: interestCounts,
  socialMediaSharing: socialMediaSharing
    .optional()
    .describe('What it is to say on social networks. For its creator only, where there is anything.'),
  socialMediaStatus: z
    .array(networkPostView)
    .optional()
    .describe('What became of it at social networks. For its creator only, where it was shared at any.'),
});
export type PostView = z.infer<typeof postView>;

export const postPage = pageOf(postView);

/** A post as lists by distance show it. */
export const nearPostView = postView.extend({ kilometers });
export const nearPostPage = pageOf(nearPostView);

/** A post that was saved. */
export const savedPost = postView.extend({
  undoSeconds: z
    .int()
    .optional()
    .describe('For how long publishing it can be undone; present where that was asked for with `undoable`.'),
});
export type SavedPost = z.infer<typeof savedPost>;

export const interestOutput = z.object({
  postId: z.string(),
  interests: z.array(interestView).describe("The caller's entry."),
  counts: interestCounts,
});
export type InterestOutput = z.infer<typeof interestOutput>;

const page = {
  ...pageInput.shape,
  limit: z.int().min(1).max(50).default(30).describe('At most how many posts.'),
};

/** The specification's post filter. Texts match anywhere, in any case. */
export const postFilter = z.strictObject({
  creatorId: text(100).optional().describe('Posts of this organization; none where there is no such id.'),
  isActive: z
    .boolean()
    .nullable()
    .default(true)
    .describe(
      "True: published. False: the caller's own drafts and scheduled posts. Null: all of the caller's own.",
    ),
  scheduledPublish: z
    .boolean()
    .optional()
    .describe('Of what is not published: true only what is scheduled, false only drafts.'),
  postTypes: z
    .array(z.enum(postTypes))
    .max(postTypes.length)
    .optional()
    .describe('Any of these types; none means all.'),
  title: text(postLimits.title).optional().describe('Part of the title.'),
  impactAreas: z.array(text(100)).max(100).optional().describe('Ids; any of them, none means all.'),
  skills: z.array(text(100)).max(100).optional().describe('Ids; any of them, none means all.'),
  keyword: text(postLimits.keyword).optional().describe('Part of a keyword.'),
  topNeed: z.boolean().optional().describe('True: only what is needed most.'),
  startDate: rangeStart
    .optional()
    .describe('Takes place at or after this instant, or on or after this day in UTC.'),
  endDate: rangeEnd
    .optional()
    .describe('Takes place at or before this instant, or on or before this day in UTC.'),
  fullAddress: text(postLimits.fullAddress).optional().describe('Part of the address.'),
});
export type PostFilter = z.output<typeof postFilter>;

/** The same, also by where published posts take place. */
export const nearPostFilter = postFilter.extend({ near: nearInput.optional() });

export const postListInput = z.strictObject({
  filters: nearPostFilter.default({ isActive: true }).describe('As a JSON object.'),
  ...page,
});

export const feedInput = z.strictObject(page);
