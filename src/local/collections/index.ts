import { isolate } from '#server/isolate.schema.ts';
import { defineCollections, type MutationOf, registerCollections } from '../engine/collection.ts';
import type { StoredMutation } from '../engine/types.ts';
import { bulkMessages } from './bulk-messages.ts';
import { calendar } from './calendar.ts';
import { conversations } from './conversations.ts';
import { cultivations } from './cultivations.ts';
import { dashboard } from './dashboard.ts';
import { feed } from './feed.ts';
import { memberships } from './memberships.ts';
import { messagePictures } from './message-pictures.ts';
import { messages } from './messages.ts';
import { notifications } from './notifications.ts';
import { posts } from './posts.ts';
import { relations } from './relations.ts';
import { texts } from './texts.ts';
import { wallet } from './wallet.ts';

/** Everything that is cached. The only place that names it all. */
export const list = [
  relations,
  posts,
  feed,
  calendar,
  memberships,
  notifications,
  conversations,
  wallet,
  messages,
  messagePictures,
  bulkMessages,
  dashboard,
  cultivations,
] as const;

/** A mutation that a screen can make. */
export type Mutation = MutationOf<typeof list>;

export const collections = registerCollections(defineCollections(list));

/** Describes a mutation in plain words. */
export const describeMutation = (mutation: StoredMutation): string =>
  collections.kindOf(mutation)?.words(mutation.input, mutation.about && isolate(mutation.about)) ??
  texts.ofAnotherVersion;
