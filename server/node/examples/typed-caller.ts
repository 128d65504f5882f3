/**
 * Signs in and prints the titles in the user's feed, with the client that other programs install from
 * `/api/client.tgz`:
 *
 *   node server/node/examples/typed-caller.ts http://localhost:3000 maria@demo.gatherwell.example gatherwell
 */
import { createClient } from '#server/client/index.ts';

const [url = 'http://localhost:3000', email = '', password = ''] = process.argv.slice(2);

let token: string | undefined;
const api = createClient({ url, token: () => token });

({ token } = await api.accounts.signIn.mutate({ email, password }));

const feed = await api.feeds.home.query({ limit: 5 });
for (const post of feed.items) console.log(`${post.organizationName}: ${post.title}`);
