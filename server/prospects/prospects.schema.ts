import { z } from 'zod';
import { postTypes } from '#db/tables/posts.ts';
import { membershipTypes } from '#db/tables/relations.ts';
import { personView } from '../profiles/profiles.schema.ts';
import {
  chosenId,
  id,
  pageInput,
  pageOf,
  requiredMultilineText,
  requiredText,
} from '../validation.schema.ts';

export const prospectLimits = {
  /** Characters of a note. */
  note: 2000,
  /** Notes on one user. */
  notes: 100,
  /** Characters of a tag. */
  tag: 40,
  /** Tags of one user. */
  tags: 20,
  /** Tags of one organization. */
  names: 500,
} as const;

const instant = z.string().describe('UTC instant, ISO 8601.');
const user = id.describe('The user: one whom the caller may find.');
const note = id.describe('The note.');

const noteText = requiredMultilineText(prospectLimits.note);

/** A tag as it is entered. */
export const tagName = requiredText(prospectLimits.tag);

export const prospectInput = z.strictObject({ userId: user });
export const noteInput = z.strictObject({ _id: chosenId('note'), userId: user, text: noteText });
export const noteUpdate = z.strictObject({ id: note, text: noteText });
export const noteIdInput = z.strictObject({ id: note });
export const tagsInput = z.strictObject({
  userId: user,
  tags: z
    .array(tagName)
    .max(prospectLimits.tags, `Give at most ${prospectLimits.tags} tags`)
    .transform((tags) => [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()])
    .describe(`All tags that the user has from now on, at most ${prospectLimits.tags}.`),
});

export const noteView = z.object({
  _id: z.string(),
  creatorId: z.string().describe('The organization.'),
  text: z.string(),
  createdAt: instant,
  changedAt: instant.nullable().describe('Null where it never changed.'),
});
export type NoteView = z.infer<typeof noteView>;

const tags = z.array(z.string()).describe('In the order of the alphabet.');

/** A user with what the organization noted about them. */
export const prospectView = z.object({
  ...personView.shape,
  tags,
  notes: z.array(noteView).describe('The newest first.'),
});
export const tagsOutput = z.object({ tags });

/** What a user does with an organization, and it with them, as the timeline names it. The order decides between equals. */
export const timelineKinds = [
  'added-to-list',
  'joined-list',
  'invited-to-follow',
  'invited-to-view',
  'followed',
  'endorsed',
  'liked',
  'interested',
  'going',
  'shared',
  'membership-requested',
  'membership-offered',
  'membership-accepted',
  'conversation',
  'left-list',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

export const timelineInput = z.strictObject({ ...prospectInput.shape, ...pageInput.shape });

export const timelineEntry = z.object({
  _id: z.string().describe('Of the entry: no other one of the timeline has it.'),
  kind: z.enum(timelineKinds),
  at: instant.describe('When; of a conversation, when its last message was sent.'),
  post: z
    .object({ _id: z.string(), postType: z.enum(postTypes), title: z.string() })
    .nullable()
    .describe('The post that it is about, if any.'),
  list: z
    .object({ _id: z.string(), title: z.string() })
    .nullable()
    .describe('The list that it is about, if any.'),
  membershipType: z.enum(membershipTypes).nullable().describe('Of a membership.'),
  conversationId: z.string().nullable().describe('Of a conversation.'),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;
export const timelinePage = pageOf(timelineEntry);
