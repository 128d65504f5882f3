import { z } from 'zod';
import { userTypes } from '#db/tables/columns.ts';
import { postTypes } from '#db/tables/posts.ts';
import { blankMessage, messageLimit } from '../conversations/conversations.schema.ts';
import { cursorMeaning, pageNumber, pageOutput } from '../pages.schema.ts';
import { personView } from '../profiles/profiles.schema.ts';
import { tagName } from '../prospects/prospects.schema.ts';
import { individualFilter } from '../search/search.schema.ts';
import {
  chosenId,
  id,
  multilineText,
  pageInput,
  pageOf,
  requiredText,
  text,
  validationMessages,
} from '../validation.schema.ts';
import { rules } from './rules.schema.ts';
import { userColumns } from './user-columns.schema.ts';

export const cultivationLimits = {
  title: 100,
  description: 1000,
  /** Lists of one organization. */
  lists: 500,
  /** People on one list. */
  people: 100_000,
  /** Ids in one call. */
  named: 5000,
  /** Ids that are left out of a search, a list or a post. */
  except: 1000,
  /** Up to so many, people of whom rules hold are counted. */
  counted: 10_000,
} as const;

/** The messages of what is done to lists, which screens show as they are. */
export const cultivationMessages = {
  saved: 'Cultivation saved.',
  deleted: 'Cultivation deleted.',
  copied: 'Cultivation copied.',
  added: 'Users are added successfully.',
  removed: '1 User removed successfully.',
  keepsItself:
    'This list keeps itself by its rules: nobody is added or removed by hand. Change its rules, or copy its people to a list of names.',
} as const;

/** What a form for a list holds. */
export const cultivationEntry = z.strictObject({
  title: requiredText(cultivationLimits.title),
  description: multilineText(cultivationLimits.description),
});

const list = id.describe('The list.');

export const cultivationInput = z.strictObject({
  _id: chosenId('list'),
  title: cultivationEntry.shape.title,
  description: cultivationEntry.shape.description.default(''),
  creatorId: id.optional().describe('The caller.'),
  rules: rules
    .nullish()
    .describe('Who is on it, instead of names: the list keeps itself. It stays so for good.'),
});
export const cultivationUpdate = z.strictObject({
  id: list,
  ...cultivationEntry.partial().shape,
  rules: rules.nullish().describe('Of a list that has rules: others in their place.'),
});
export const cultivationIdInput = z.strictObject({ id: list });
export const cultivationCopy = z.strictObject({
  id: list,
  _id: chosenId('copy'),
  title: cultivationEntry.shape.title.describe('Of the copy.'),
});

/** Many people, by their ids, or as all whom a search finds, who are on a list or who reacted to a post. */
export const peopleSource = {
  userIds: z
    .array(id)
    .min(1, validationMessages.required)
    .max(cultivationLimits.named, `Name at most ${cultivationLimits.named} users at a time`)
    .transform((ids) => [...new Set(ids)])
    .optional()
    .describe(`Several, at most ${cultivationLimits.named}.`),
  filters: individualFilter.optional().describe('All individuals whom the search finds.'),
  cultivationId: id.optional().describe('Everybody on another list of the caller’s.'),
  postId: id
    .optional()
    .describe('Everybody who reacted to a post of the caller’s, as far as the caller may see that.'),
  except: z
    .array(id)
    .max(cultivationLimits.except, `Leave out at most ${cultivationLimits.except} users`)
    .optional()
    .describe(
      `Who of all of them is left out, at most ${cultivationLimits.except}. Not with people by their ids.`,
    ),
};

/** The same, as it is sent. */
export type PeopleSource = z.input<z.ZodObject<typeof peopleSource>>;

const isOne = (sources: readonly unknown[]) => sources.filter((source) => source !== undefined).length === 1;

/** Whether people have one source, and exceptions only where that is not their ids. For `refine`, with `noSource`. */
export const hasOneSource = ({ userId, userIds, filters, cultivationId, postId, except }: Sources): boolean =>
  isOne([userId, userIds, filters, cultivationId, postId]) &&
  (except === undefined || (userId ?? userIds) === undefined);
export const noSource = { path: ['userIds'], error: 'Name several users, a search, a list or a post' };

interface Sources {
  userId?: unknown;
  userIds?: unknown;
  filters?: unknown;
  cultivationId?: unknown;
  postId?: unknown;
  except?: unknown;
}

export const addUsersInput = z
  .strictObject({ id: list, userId: id.optional().describe('One user.'), ...peopleSource })
  .refine(hasOneSource, { path: ['userId'], error: 'Name a user, several, a search, a list or a post' });
export const removeUserInput = z.strictObject({ id: list, userId: id });

export const cultivationUsersInput = z.strictObject({
  id: list,
  search: text(200).optional().describe('Beginnings of words of the name, all of them.'),
  tag: tagName.optional().describe('Only those to whom the caller gave it.'),
  sort: z.enum(userColumns).default('addedAt'),
  order: z.enum(['ascending', 'descending']).default('descending'),
  page: pageNumber,
  cursor: z.string().max(500).nullish().describe(cursorMeaning),
});

const reached = {
  ...peopleSource,
  onlyConnected: z.boolean().default(false).describe('Leaves out those who are not connected.'),
};
export const peopleMessagePriceInput = z.strictObject(reached).refine(hasOneSource, noSource);
export const peopleMessageInput = z
  .strictObject({
    _id: chosenId('bulk message'),
    ...reached,
    text: multilineText(messageLimit).min(1, blankMessage),
    cost: z
      .int()
      .min(0)
      .optional()
      .describe('The price that was shown: where it is another one by now, nothing is sent (409).'),
  })
  .refine(hasOneSource, noSource);

const instant = z.string().describe('UTC instant, ISO 8601.');
const lastPost = z
  .object({ _id: z.string(), postType: z.enum(postTypes), title: z.string() })
  .nullable()
  .describe('The post of the organization’s; null where there is none, or the user hides it.');

/** A user on a list, with what they do with the organization. */
export const cultivationUserView = z.object({
  _id: z.string(),
  userType: z.enum(userTypes),
  basicInfo: z.object({
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    name: z.string(),
    profilePicture: z.string().nullable(),
  }),
  addedAt: instant,
  totalInteractions: z
    .int()
    .describe('How often they like, are interested in or go to a post of the organization’s.'),
  lastLiked: z.object({ likedAt: instant }).nullable(),
  lastLikedPost: lastPost,
  lastInterested: z.object({ interestedAt: instant }).nullable(),
  lastInterestedPost: lastPost,
  lastGoing: z.object({ goingAt: instant }).nullable(),
  lastGoingPost: lastPost,
  follows: z.boolean(),
  endorses: z.boolean(),
  invited: z.boolean().describe('Whether the organization has invited them to follow.'),
});
export type CultivationUserView = z.infer<typeof cultivationUserView>;

/** A list without its people. */
export const cultivationView = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  createdAt: instant,
  creatorId: z.string(),
  totalUsers: z.int().describe('How many people are on it.'),
  keepsItself: z.boolean().describe('Whether it has rules instead of names.'),
  rules: rules.nullable().describe('Null for a list of names.'),
  filledAt: instant
    .nullable()
    .describe('When everybody was last compared with the rules; null until then, and for a list of names.'),
});
export type CultivationView = z.infer<typeof cultivationView>;

export const cultivationUsersOutput = cultivationView.extend({
  users: z.array(cultivationUserView).describe('A page of them.'),
  invitedUsers: z.int().describe('How many on the list were invited to follow the organization.'),
  followedAfterInvitation: z.int().describe('How many of those follow it since.'),
  ...pageOutput,
});

/** Many people who are being added. */
export const additionView = z.object({
  _id: z.string(),
  cultivationId: z.string(),
  total: z.int().describe('How many they were as it began.'),
  done: z.int().describe('How many have had their turn.'),
  added: z.int().describe('How many of those were not on the list, and may be found.'),
  state: z.enum(['adding', 'done']),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type AdditionView = z.infer<typeof additionView>;

export const additionOutput = z.object({
  ...cultivationView.shape,
  addition: additionView.describe('Its state is `adding` where they are many: `GET` it for how far it is.'),
});
export const additionsInput = z.strictObject({ id: list });
export const additionsOutput = z.object({
  addition: additionView.nullable().describe('The newest; null where many were never added.'),
});

export const departureView = z.object({
  user: personView,
  joinedAt: instant,
  leftAt: instant,
});
export const departuresInput = z.strictObject({ id: list, ...pageInput.shape });
export const departurePage = pageOf(departureView);

export const cultivationsInput = z.strictObject({
  userId: id.describe('The caller.').optional(),
  ...pageInput.shape,
});
export const cultivationPage = pageOf(cultivationView);
