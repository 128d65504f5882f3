import type { NetworkName } from '#db/tables/social-media.ts';
import type { TestNetworks } from './networks.ts';
import type { Person, World } from './world.ts';

const redirectURL = 'https://gatherwell.test/edit/organization/social-media';

/** Returns what connects an organization's account at each network, as the screen does. */
export function connectors(
  world: World,
  networks: TestNetworks,
): Record<NetworkName, (person: Person, account?: string) => Promise<unknown>> {
  const as = (person: Person) => world.as(person).socialMedia;
  const signIn = async (person: Person, socialMedia: NetworkName, account = 'larkfield') => {
    const { url } = await as(person).begin({ socialMedia, redirectURL });
    const back = await networks.signIn(url, account);
    return (name: string) => back.get(name) ?? '';
  };
  return {
    async facebook(person, account) {
      const back = await signIn(person, 'facebook', account);
      return as(person).facebookConnect({ accessToken: back('access_token'), state: back('state') });
    },
    async twitter(person, account) {
      const back = await signIn(person, 'twitter', account);
      const oauth_token = back('oauth_token');
      await as(person).twitterAccessToken({ oauth_token, oauth_verifier: back('oauth_verifier') });
      return as(person).twitterConnect();
    },
    async 'linked-in'(person, account) {
      const back = await signIn(person, 'linked-in', account);
      return as(person).linkedInConnect({ code: back('code'), redirectURL, state: back('state') });
    },
  };
}

/** Connects an organization at all networks, at Facebook with a page. */
export async function connectEverywhere(world: World, networks: TestNetworks, person: Person): Promise<void> {
  for (const connect of Object.values(connectors(world, networks))) await connect(person);
  await world.as(person).socialMedia.selectFacebookPage({ userId: person._id, pageId: '2001' });
}
