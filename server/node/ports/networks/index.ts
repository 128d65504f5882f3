import type { NetworksPort } from '#server/ports.ts';
import type { CallTimes } from './call.ts';
import { createFacebook, type FacebookSettings } from './facebook.ts';
import { createLinkedIn, type LinkedInSettings } from './linked-in.ts';
import { createTwitter, type TwitterSettings } from './twitter.ts';

/** How the installation is known at each network. One without keys is not available. */
export interface NetworkSettings {
  facebook: FacebookSettings | undefined;
  twitter: TwitterSettings | undefined;
  linkedIn: LinkedInSettings | undefined;
}

/** The social networks over HTTP. */
export const createNetworks = (
  { facebook, twitter, linkedIn }: NetworkSettings,
  times?: CallTimes,
): NetworksPort => ({
  facebook: facebook && createFacebook(facebook, times),
  twitter: twitter && createTwitter(twitter, times),
  'linked-in': linkedIn && createLinkedIn(linkedIn, times),
});
