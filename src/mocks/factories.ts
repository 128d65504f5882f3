import { TRPCError } from '@trpc/server';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { createContext, type Deps } from '#server/context.ts';
import { Refusal } from '#server/errors.ts';
import { appRouter } from '#server/router.ts';
import { createCallerFactory } from '#server/trpc.ts';
import { type Seeded, seedInput } from './factories.schema.ts';

const createCaller = createCallerFactory(appRouter);

/** A seed that cannot be added. The message names the factory, what was to be made, and the field. */
export class SeedError extends Error {
  override name = 'SeedError';
}

/** Hosts of mail addresses of who has a handle: those of seeds come before the communities. */
const hosts = ['seed.gatherwell.example', 'demo.gatherwell.example', 'volume.gatherwell.example'] as const;

/** Resolves to the account that a mail address or a handle belongs to; undefined where there is none. */
export async function findByHandle(db: Db, name: string): Promise<{ id: string; email: string } | undefined> {
  const emails = name.includes('@') ? [name.toLowerCase()] : hosts.map((host) => `${name}@${host}`);
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', 'in', emails)
    .execute();
  return emails.map((email) => accounts.find((account) => account.email === email)).find(Boolean);
}

/**
 * Adds a seed to the database through the server's own procedures, so that it is what the product would have made of
 * it: counted, notified, in the event log. Nothing is added where the seed is not valid; throws a `SeedError`.
 */
export async function addSeed(deps: Deps, given: unknown): Promise<Seeded> {
  const { data: seed, error } = seedInput.safeParse(given);
  if (error) throw new SeedError(error.issues.map(describeIssue).join('\n'));
  // A seed of many is not many people who sign up in one minute.
  const limits = { consume: async () => 0, forget: async () => {} };
  const unlimited: Deps = { ...deps, ports: { ...deps.ports, limits } };
  const callerWith = (headers: Headers) =>
    createCaller(() =>
      createContext(unlimited, headers, { requestId: crypto.randomUUID(), clientAddress: 'the seed' }),
    );
  const visitor = callerWith(new Headers());
  const known = new Map<string, Promise<Account>>();
  const postIds = new Map<string, string>();

  interface Account {
    id: string;
    caller: typeof visitor;
  }
  const startSession = async (id: string): Promise<Account> => {
    const { token } = await deps.ports.sessions.start(deps.db, id);
    return { id, caller: callerWith(new Headers({ authorization: `Bearer ${token}` })) };
  };
  const somebody = (handle: string, place: Place): Promise<Account> => {
    const found =
      known.get(handle) ??
      findByHandle(deps.db, handle).then((account) => {
        if (!account) throw new SeedError(`${place.join('.')}: Nobody is called ${handle}.`);
        return startSession(account.id);
      });
    known.set(handle, found);
    return found;
  };
  const postOf = (handle: string, place: Place): string => {
    const id = postIds.get(handle);
    if (id === undefined) throw new SeedError(`${place.join('.')}: No post is called ${handle}.`);
    return id;
  };

  const seeded: Seeded = { organizations: {}, people: {}, posts: {} };
  const addAccount = async (
    kind: 'organizations' | 'people',
    handle: string,
    {
      email = `${handle}@${hosts[0]}`,
      password,
      hasBasicInfo,
      ...profile
    }: { email?: string | undefined; password: string; hasBasicInfo: boolean },
  ) => {
    const userType = kind === 'people' ? 'individual' : 'organization';
    await during([kind, handle], async () => {
      const { user } = await visitor.accounts.signUp({ userType, email, password });
      const account = await startSession(user._id);
      if (hasBasicInfo) await account.caller.profiles.saveBasicInfo({ id: user._id, ...profile });
      known.set(handle, Promise.resolve(account));
      seeded[kind][handle] = { _id: user._id, email: user.email, password };
    });
  };

  for (const [handle, given] of Object.entries(seed.organizations)) {
    const { name = titleOf(handle), serviceInfo, ...profile } = given;
    await addAccount('organizations', handle, { name, ...profile } as typeof profile);
    const place = ['organizations', handle, 'serviceInfo'];
    const { id, caller } = await somebody(handle, place);
    if (serviceInfo) await during(place, () => caller.profiles.saveServiceInfo({ id, ...serviceInfo }));
  }
  for (const [handle, given] of Object.entries(seed.people)) {
    const { firstName = titleOf(handle), involvement, privacy: _, ...profile } = given;
    await addAccount('people', handle, { firstName, ...profile } as typeof profile);
    const place = ['people', handle, 'involvement'];
    const { id, caller } = await somebody(handle, place);
    if (involvement) await during(place, () => caller.profiles.saveInvolvement({ id, ...involvement }));
  }
  for (const [handle, { by, ...post }] of Object.entries(seed.posts)) {
    const place = ['posts', handle];
    const { caller } = await somebody(by, [...place, 'by']);
    const { _id } = await during(place, () => caller.posts.create({ undoable: false, ...post }));
    postIds.set(handle, _id);
    seeded.posts[handle] = { _id };
  }
  const both = async (place: Place, { from, to }: { from: string; to: string }) =>
    [await somebody(from, [...place, 'from']), await somebody(to, [...place, 'to'])] as const;
  for (const [index, follow] of seed.follows.entries()) {
    const place = ['follows', index];
    const [{ id: followerId, caller }, { id: followingId }] = await both(place, follow);
    await during(place, () => caller.follows.follow({ followerId, followingId }));
  }
  for (const [index, { isAccepted, ...friendship }] of seed.friendships.entries()) {
    const place = ['friendships', index];
    const [sender, receiver] = await both(place, friendship);
    await during(place, async () => {
      const asked = await sender.caller.friendships.ask({ senderId: sender.id, receiverId: receiver.id });
      if (isAccepted) await receiver.caller.friendships.accept({ id: asked._id });
    });
  }
  for (const [index, { isAccepted, from, to, ...entry }] of seed.memberships.entries()) {
    const place = ['memberships', index];
    const [asker, other] = await both(place, { from, to });
    await during(place, async () => {
      const organization = await isOrganization(deps.db, asker.id);
      const asked = await asker.caller.memberships.create({
        individualId: (organization ? other : asker).id,
        organizationId: (organization ? asker : other).id,
        ...entry,
      });
      if (isAccepted) await other.caller.memberships.accept({ id: asked._id });
    });
  }
  for (const [index, endorsement] of seed.endorsements.entries()) {
    const place = ['endorsements', index];
    const [{ id: endorserId, caller }, { id: endorseeId }] = await both(place, endorsement);
    await during(place, () => caller.endorsements.endorse({ endorserId, endorseeId }));
  }
  for (const [index, { by, to, as }] of seed.reactions.entries()) {
    const place = ['reactions', index];
    const { caller } = await somebody(by, [...place, 'by']);
    const procedure = as === 'liked' ? caller.posts.like : caller.posts[as];
    const id = postOf(to, [...place, 'to']);
    await during(place, () => procedure({ id }));
  }
  for (const [index, { by, to }] of seed.shares.entries()) {
    const place = ['shares', index];
    const { id: userId, caller } = await somebody(by, [...place, 'by']);
    const postId = postOf(to, [...place, 'to']);
    await during(place, () => caller.shares.create({ userId, postId }));
  }
  for (const [index, { text, ...message }] of seed.messages.entries()) {
    const place = ['messages', index];
    const [{ caller }, { id: receiverId }] = await both(place, message);
    await during(place, () => caller.conversations.send({ receiverId, text }));
  }
  for (const [handle, { privacy }] of Object.entries(seed.people)) {
    if (!privacy) continue;
    const place = ['people', handle, 'privacy'];
    const { id, caller } = await somebody(handle, place);
    await during(place, () => caller.profiles.savePrivacy({ id, ...privacy }));
  }
  for (const [index, block] of seed.blocks.entries()) {
    const place = ['blocks', index];
    const [{ id: userId, caller }, { id: blockedUserId }] = await both(place, block);
    await during(place, () => caller.blocks.block({ userId, blockedUserId }));
  }
  for (const [index, handle] of seed.deletedAccounts.entries()) {
    const { id } = await somebody(handle, ['deletedAccounts', index]);
    await deps.db.deleteFrom('users').where('id', '=', id).execute();
  }
  // What they wrote is gone, and no longer to be read.
  if (seed.deletedAccounts.length > 0) await countUnreadAnew(deps.db);
  return seeded;
}

async function countUnreadAnew(db: Db): Promise<void> {
  await db
    .updateTable('unread_messages as u')
    .set({
      unread: sql<number>`coalesce((select sum(m.unread) from conversation_members m where m.user_id = u.user_id), 0)`,
    })
    .execute();
}

async function isOrganization(db: Db, id: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('user_type').where('id', '=', id).executeTakeFirst();
  return user?.user_type === 'organization';
}

/** Where in a seed: the factory, the handle or the number, and the field. */
type Place = readonly PropertyKey[];

/** Does a part of a seed. What the server rejects names the part and the field. */
async function during<T>(place: Place, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    const lines =
      error.cause instanceof z.ZodError
        ? error.cause.issues.map((issue) => describeIssue({ ...issue, path: [...place, ...issue.path] }))
        : error instanceof Refusal && error.fields
          ? Object.entries(error.fields).map(
              ([field, message]) => `${[...place, field].join('.')}: ${message}`,
            )
          : [`${place.join('.')}: ${error.message}`];
    throw new SeedError(lines.join('\n'));
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  // An unknown handle or field is a fault of the key.
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${[...issue.path, key].join('.')}: There is no such field.`).join('\n');
  if (issue.code === 'invalid_key')
    return `${issue.path.join('.')}: ${issue.issues.map(({ message }) => message).join(' ')}`;
  return `${issue.path.join('.') || 'The seed'}: ${issue.message}`;
}

const titleOf = (handle: string): string =>
  handle
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
