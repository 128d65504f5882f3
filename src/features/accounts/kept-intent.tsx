import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { v7 as uuid } from 'uuid';
import { type Intent, intents } from '#src/app/intent.ts';
import { useUser } from '#src/app/session.ts';
import type { Mutation } from '#src/local/collections/index.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import { toastOutcome, tryMutate } from '#src/local/mutate.ts';
import { doneText, laterText } from './intent.texts.ts';

/** Does what a visitor meant to do, once they have signed in and are through the steps of a new account. */
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
    if (intent) void doIntent(intent, user);
  }, [user, isOnTheWay, isReady]);
  return null;
}

async function doIntent(intent: Intent, user: { _id: string; userType: string }): Promise<void> {
  const mutation = mutationOf(intent, user);
  if (!mutation) return;
  const outcome = await tryMutate({ ...mutation, about: intent.about });
  if (!outcome) return;
  toastOutcome(await outcome(), { done: doneText(intent), later: laterText(intent) });
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
