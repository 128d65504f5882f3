import type { PostView } from '#server/posts/posts.schema.ts';
import { networkLabels } from '#server/social-media/social-media.schema.ts';
import { texts } from './networks.texts.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** The networks where a post is, or may be by now. */
const namesAt = ({ socialMediaStatus = [] }: PostView) =>
  socialMediaStatus.flatMap(({ socialMedia, state }) =>
    state === 'posted' || state === 'waiting' ? socialMedia : [],
  );

/** What deleting a post does at social networks, as a sentence; empty where it is at none. */
export function deletionAtNetworks(post: PostView): string {
  const names = namesAt(post);
  if (names.length === 0) return '';
  return texts.atNetworks.deleted(list.format(names.map((name) => networkLabels[name])));
}

/** What saving a change of a published post does at social networks, as sentences; empty where it is at none. */
export function changeAtNetworks(post: PostView): string {
  const names = namesAt(post);
  const followers = names.filter((name) => name !== 'twitter').map((name) => networkLabels[name]);
  return [
    ...(followers.length > 0 ? [texts.atNetworks.changed(list.format(followers))] : []),
    ...(names.includes('twitter') ? [texts.atNetworks.twitterUnchanged] : []),
    ...(names.length > 0 ? [texts.atNetworks.draftDeletes] : []),
  ].join(' ');
}
