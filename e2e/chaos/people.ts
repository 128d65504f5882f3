import { createTRPCClient, httpLink } from '@trpc/client';
import type { inferRouterOutputs } from '@trpc/server';
import { v7 as uuid } from 'uuid';
import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import { type InterestType, postRules, postTypes } from '#server/posts/post-rules.schema.ts';
import type { AppRouter } from '#server/router.ts';

/** The password of everybody in a run. */
export const password = 'correct horse';

type RouterOutputs = inferRouterOutputs<AppRouter>;

export type Api = ReturnType<typeof createTRPCClient<AppRouter>>;

/** A user with an account and a session for programs. */
export interface Person {
  /** What reports call them. */
  label: string;
  user: CurrentUser;
  token: string;
  /** What a browser would hold in the session's cookie. */
  cookieToken: string;
  /** The network address that they seem to call from. */
  address: string;
}

/** A post, and the reactions that it takes. */
export interface Post {
  id: string;
  title: string;
  interests: readonly InterestType[];
}

let lastAddress = 0;

/** An address that nobody else calls from: limits count by address (RFC 2544 sets 198.18.0.0/15 aside for tests). */
export function newAddress(): string {
  lastAddress += 1;
  return `198.18.${lastAddress >> 8}.${lastAddress & 255}`;
}

/** Typed calls without retries. */
export function callApi(origin: string, person?: Pick<Person, 'token' | 'address'>): Api {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${origin}/api/trpc`,
        headers: {
          'x-forwarded-for': person?.address ?? newAddress(),
          ...(person && { authorization: `Bearer ${person.token}` }),
        },
      }),
    ],
  });
}

/** Signs a user up, and returns them. */
export async function signUp(
  origin: string,
  label: string,
  userType: 'individual' | 'organization',
): Promise<Person> {
  const address = newAddress();
  const email = `${label}-${uuid().slice(-12)}@example.org`;
  const response = await fetch(`${origin}/api/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
    body: JSON.stringify({ userType, email, password }),
  });
  if (!response.ok) throw new Error(`${label} could not sign up: ${response.status}.`);
  const { data } = (await response.json()) as { data: RouterOutputs['accounts']['signUp'] };
  const cookieToken = /^gatherwell=([\w-]+)/.exec(response.headers.getSetCookie()[0] ?? '')?.[1] ?? '';
  const person: Person = { label, ...data, cookieToken, address };
  const api = callApi(origin, person);
  const name = label.charAt(0).toUpperCase() + label.slice(1);
  await api.profiles.saveBasicInfo.mutate(
    userType === 'organization'
      ? { id: person.user._id, name: `${name} Center` }
      : { id: person.user._id, firstName: name, lastName: 'Example', address: { code: '19103' } },
  );
  return { ...person, user: (await api.accounts.me.query()) ?? person.user };
}

/** Lets one user follow another. */
export async function follow(origin: string, follower: Person, following: Person): Promise<void> {
  const pair = { followerId: follower.user._id, followingId: following.user._id };
  await callApi(origin, follower).follows.follow.mutate(pair);
}

/** What an organization publishes as its `n`th post. */
export function nthPost(n: number, title: string) {
  const postType = postTypes[n % postTypes.length] ?? 'general';
  const input = { postType, title, description: 'Come and see us.', isActive: true } as const;
  return { input, interests: postRules[postType].interests };
}

/** Publishes some posts of an organization. */
export async function publish(api: Api, by: string, count: number): Promise<Post[]> {
  const posts: Post[] = [];
  for (let n = 0; n < count; n++) {
    const { input, interests } = nthPost(n, `${by} ${n + 1}`);
    const { _id: id, title } = await api.posts.create.mutate(input);
    posts.push({ id, title, interests });
  }
  return posts;
}
