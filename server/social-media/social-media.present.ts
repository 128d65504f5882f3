import { type LeftBehindView, reasonTexts } from './network-posts.schema.ts';
import type { NetworkRemoval } from './network-removals.queries.ts';
import type { Connection } from './social-media.queries.ts';
import { type NetworkOverview, networkLabels, noPageId } from './social-media.schema.ts';

/** Whether the organization has to connect again: the network rejects the credentials, or their time is over. */
export const isBroken = (connection: Connection, now: Date): boolean =>
  connection.broken_at !== null || (connection.expires_at !== null && connection.expires_at <= now);

/** The page that posts appear on, or the one that stands for none. */
export const presentSelectedPage = (connection: Connection | undefined) => ({
  pageId: connection?.page_id ?? noPageId,
  pageName: connection?.page_name ?? '',
  postFromPage: (connection?.page_id ?? null) !== null,
});

export const presentFacebookAccount = (connection: Connection) => ({
  id: connection.account_id,
  name: connection.account_name,
  profilePicture: connection.account_picture,
  link: connection.account_link,
});

export const presentTwitterAccount = (connection: Connection) => ({
  name: connection.account_name,
  screen_name: connection.account_handle ?? '',
  profile_image_url_https: connection.account_picture,
});

/** LinkedIn's names come in two parts, which are stored as one. */
export function presentLinkedInAccount({ account_name: name, account_picture: picture }: Connection) {
  const [firstName = '', ...rest] = name.split(' ');
  return { firstName, lastName: rest.join(' '), profilePicture: picture };
}

export const presentConnection = (connection: Connection, now: Date): NetworkOverview['connection'] => ({
  name: connection.account_name,
  handle: connection.account_handle,
  link: connection.account_link,
  connectedAt: connection.connected_at.toISOString(),
  expiresAt: connection.expires_at?.toISOString() ?? null,
  needsReconnecting: isBroken(connection, now),
  isEnding: connection.warned_at !== null && !isBroken(connection, now),
  selectedPage: connection.network === 'facebook' ? presentSelectedPage(connection) : null,
});

export const presentLeftBehind = ({
  id,
  network,
  title,
  remote_link: link,
  reason,
}: NetworkRemoval): LeftBehindView[] =>
  reason === null
    ? []
    : [{ _id: id, socialMedia: network, title, link, reason: reasonTexts[reason](networkLabels[network]) }];
