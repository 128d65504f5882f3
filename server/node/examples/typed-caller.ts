/**
 * Signs in and prints the titles in the user's feed, with full types and no generated code:
 *
 *   node server/node/examples/typed-caller.ts http://localhost:3000 maria@demo.gatherwell.example gatherwell
 */
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { AppRouter } from '#server/router.ts';

const [address = 'http://localhost:3000', email = '', password = ''] = process.argv.slice(2);

let token: string | undefined;
const api = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: `${address}/api/trpc`,
      headers: () => (token ? { authorization: `Bearer ${token}` } : {}),
    }),
  ],
});

const signedIn = await api.accounts.signIn.mutate({ email, password });
token = signedIn.token;

const feed = await api.feeds.home.query({ limit: 5 });
for (const post of feed.items) console.log(`${post.organizationName}: ${post.title}`);
