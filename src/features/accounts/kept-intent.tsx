import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { v7 as uuid } from 'uuid';
import { api } from '#src/app/api.ts';
import { type Intent, intents } from '#src/app/intent.ts';
import { useUser } from '#src/app/session.ts';
import { toast } from '#src/components/toast.ts';
import type { Mutation } from '#src/local/collections/index.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import { toastOutcome, tryMutate } from '#src/local/mutate.ts';
import { doneText, laterText, texts } from './intent.texts.ts';

/**
 * Does what a visitor meant to do, once they have signed in and are through the steps of a new account, and brings what
 * they tapped back into view.
 */
export function KeptIntent() {
  const user = useUser();
  const isOnTheWay = useRouterState({
    select: ({ resolvedLocation, location }) =>
      /^\/(?:user|complete)\//.test((resolvedLocation ?? location).pathname),
  });
  // Where the device's database is open.
  const isReady = useLocal(() => Promise.resolve(true), []) === true;
  useEffect(() => {
    if (!user || isOnTheWay || !isReady) return;
    const intent = intents.take(user._id);
    if (!intent) return;
    void doIntent(intent, user);
    void showAgain('postId' in intent ? intent.postId : intent.userId);
  }, [user, isOnTheWay, isReady]);
  return null;
}

async function doIntent(intent: Intent, user: { _id: string; userType: string }): Promise<void> {
  // A new account has no friends yet, and a share that nobody sees is none.
  if (intent.does === 'share' && user.userType === 'individual' && (await hasNoFriends(user._id))) {
    toast.failed(texts.sharedWithNobody(intent.about), { title: texts.notShared });
    return;
  }
  const mutation = mutationOf(intent, user);
  if (!mutation) return;
  const outcome = await tryMutate({ ...mutation, about: intent.about });
  if (!outcome) return;
  toastOutcome(await outcome(), { done: doneText(intent), later: laterText(intent) });
}

/** False also where that cannot be found out. */
const hasNoFriends = (userId: string): Promise<boolean> =>
  api.friendships.list.query({ userId, status: 'accepted', limit: 1 }).then(
    ({ items }) => items.length === 0,
    () => false,
  );

/** How long what was tapped is looked for, and between two looks, in milliseconds: lists come from the server. */
const search = { most: 8_000, pause: 100 };

/** Brings the card of a post or an organization into view, unless the user has scrolled or gone on meanwhile. */
async function showAgain(id: string): Promise<void> {
  const { href } = location;
  for (const end = performance.now() + search.most; performance.now() < end; ) {
    if (location.href !== href || scrollY > 0) return;
    const card = document.querySelector(`main article:has(a[href$="/${id}"])`);
    if (card) return card.scrollIntoView({ block: 'start' });
    await new Promise((resolve) => setTimeout(resolve, search.pause));
  }
}

/** Undefined for what the user cannot do after all: nobody follows themselves, and organizations have no friends. */
function mutationOf(
  intent: Intent,
  { _id, userType }: { _id: string; userType: string },
): Mutation | undefined {
  switch (intent.does) {
    case 'say':
      return { name: 'say', input: { postId: intent.postId, interest: intent.interest, on: true } };
    case 'share':
      return userType === 'individual'
        ? { name: 'share', input: { postId: intent.postId, shareId: uuid() } }
        : undefined;
    case 'follow':
      return intent.userId === _id
        ? undefined
        : { name: 'follow', input: { userId: intent.userId, follows: true } };
    case 'endorse':
      return intent.userId === _id
        ? undefined
        : { name: 'endorse', input: { userId: intent.userId, endorses: true } };
  }
}
