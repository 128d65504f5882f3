import { z } from 'zod';
import { type NetworkPostReason, networkNames, networkPostStates } from '#db/tables/social-media.ts';
import { id } from '../validation.schema.ts';

/** What became of a post at one network. */
export const networkPostView = z.object({
  socialMedia: z.enum(networkNames),
  state: z
    .enum(networkPostStates)
    .describe(
      '`unavailable`: this installation has no keys for the network, or had none when it was published.',
    ),
  link: z.string().nullable().describe('Where people see it there.'),
  reason: z
    .string()
    .nullable()
    .describe(
      'Why it is not there, or not as it is here: a sentence for people. Null where nothing went wrong.',
    ),
  canRetry: z.boolean().describe('Whether `POST /posts/{id}/social-media/{socialMedia}/retry` tries again.'),
  nextAt: z
    .string()
    .nullable()
    .describe(
      'While it waits: when the network is called next, a UTC instant; null where that is unknown yet.',
    ),
});
export type NetworkPostView = z.infer<typeof networkPostView>;

export const networkPostInput = z.strictObject({
  id: id.describe('The post.'),
  socialMedia: z.enum(networkNames),
});

/** What is said of a network, where a post is not there, or not as it is here. */
export const reasonTexts: Record<NetworkPostReason, (label: string) => string> = {
  'not-connected': (label) => `${label} is not connected. Connect it, then try again.`,
  'no-page': (label) => `No page at ${label} is chosen. Choose one, then try again.`,
  reconnect: (label) => `${label} has ended the connection. Reconnect ${label}, then try again.`,
  'other-account': (label) => `It was posted with another account at ${label}.`,
  'too-long': (label) => `The text is longer than ${label} allows. Shorten it, then try again.`,
  refused: (label) => `${label} did not accept it.`,
  limited: (label) => `${label} took no more calls for two days.`,
  unreachable: (label) => `${label} could not be reached.`,
  internal: () => 'Something went wrong here.',
  open: (label) => `${label} did not say whether it was posted. Look there before you try again.`,
};

/** A post that was deleted here and is, or may be, still at a network. */
export const leftBehindView = z.object({
  _id: z.string(),
  socialMedia: z.enum(networkNames),
  title: z.string().describe('The title that it had here.'),
  link: z.string().nullable().describe('Where people see it there, where that is known.'),
  reason: z.string().describe('Why it could not be deleted: a sentence for people.'),
});
export type LeftBehindView = z.infer<typeof leftBehindView>;

export const leftBehindInput = z.strictObject({ id: id.describe('The post that was left behind.') });
