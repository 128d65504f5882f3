import type { NetworkName } from '#db/tables/social-media.ts';

/**
 * Why a network did not do what was asked:
 * - `refused`: it will not, however often it is asked.
 * - `expired`, `revoked`: it takes these credentials no longer; the organization has to connect again.
 * - `limited`: not for `waitSeconds`.
 * - `failed`: nothing happened; asking again may help.
 * - `unknown`: it may have happened. Look before asking again.
 */
export type NetworkFailureKind = 'refused' | 'expired' | 'revoked' | 'limited' | 'failed' | 'unknown';

/** A call to a network that did not succeed. Holds nothing of what was sent, and nothing that the network wrote. */
export class NetworkFailure extends Error {
  override name = 'NetworkFailure';
  readonly network: NetworkName;
  readonly kind: NetworkFailureKind;
  /** The network's own code for it, where it gave one. */
  readonly code: string | undefined;
  /** Of `limited`: in how many seconds the network takes calls again. Its own clock may be another one. */
  readonly waitSeconds: number | undefined;

  constructor(
    network: NetworkName,
    kind: NetworkFailureKind,
    more: { code?: string | number | undefined; waitSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(
      `${network} ${meanings[kind]}${more.code === undefined ? '' : ` (${more.code})`}.`,
      'cause' in more ? { cause: more.cause } : {},
    );
    this.network = network;
    this.kind = kind;
    this.code = more.code === undefined ? undefined : String(more.code);
    this.waitSeconds = more.waitSeconds;
  }
}

const meanings: Record<NetworkFailureKind, string> = {
  refused: 'rejected a call',
  expired: 'says that the credentials have expired',
  revoked: 'says that the credentials were revoked',
  limited: 'takes no more calls for now',
  failed: 'did not do what was asked',
  unknown: 'left open whether it did what was asked',
};

/** What calls for an account are made with. Secret: sealed where it is stored, and never in a log or a response. */
export interface NetworkCredentials {
  token: string;
  /** At Twitter. */
  secret?: string | undefined;
}

/** An account at a network. */
export interface NetworkAccount {
  id: string;
  name: string;
  /** At Twitter, the name behind the @. */
  handle: string | null;
  /** Addresses of the network. They are shown, and never fetched. */
  picture: string | null;
  link: string | null;
}

/** What a login results in. */
export interface NetworkGrant {
  credentials: NetworkCredentials;
  /** When the credentials end, where the network says. */
  expiresAt: Date | null;
  account: NetworkAccount;
}

/** A page at Facebook that an account manages. */
export interface NetworkPage {
  id: string;
  name: string;
}

export interface NetworkPicture {
  bytes: Uint8Array<ArrayBuffer>;
  /** Its media type. */
  type: string;
  /** For those who cannot see it. */
  description: string;
}

export interface NetworkPost {
  /** Whose post it becomes: the account, or at Facebook the page. */
  authorId: string;
  text: string;
  /** Shown as a card where there are no pictures. */
  link: string | undefined;
  pictures: readonly NetworkPicture[];
}

/** A post that is at a network, with the text that it is to have. */
export interface PostToEdit extends Pick<NetworkPost, 'authorId' | 'text' | 'link'> {
  id: string;
  hasPictures: boolean;
}

/** A post that is at a network. */
export interface PublishedPost {
  id: string;
  /** Where people see it. */
  link: string;
}

/** What all networks do. Each call rejects with a `NetworkFailure`. */
interface Network {
  /** The most pictures that a post may have. */
  maxPictures: number;
  /** Takes the credentials back. Resolves also where they were no longer in force. */
  revoke(credentials: NetworkCredentials): Promise<void>;
  /** Whether a post can be changed there. */
  canEdit: boolean;
  /** Rejects where the network takes these credentials no longer. */
  check(credentials: NetworkCredentials): Promise<void>;
  /**
   * Publishes once. Pictures that go first are no post: where one fails, nothing is published.
   * @param beforeSending is awaited after them, before what publishes the post; where it rejects, nothing is published
   */
  publish(
    credentials: NetworkCredentials,
    post: NetworkPost,
    beforeSending?: () => Promise<void>,
  ): Promise<PublishedPost>;
  /** Finds a post of the author with this text and link that was published at `since` or later. */
  findPublished(
    credentials: NetworkCredentials,
    post: Pick<NetworkPost, 'authorId' | 'text' | 'link'> & { since: Date },
  ): Promise<PublishedPost | undefined>;
  /** Replaces the text of a post there; its link and pictures stay. Only where `canEdit` is true. */
  edit(credentials: NetworkCredentials, post: PostToEdit): Promise<void>;
  /** Deletes a post there. Resolves also where it is gone. */
  remove(credentials: NetworkCredentials, post: { authorId: string; id: string }): Promise<void>;
}

/** Where a login begins and returns to. */
export interface NetworkLogin {
  /** What the network brings back unchanged. */
  state: string;
  returnTo: string;
}

export interface Facebook extends Network {
  /** Returns the address of the login, which returns with an access token in the fragment. */
  loginAddress(login: NetworkLogin): string;
  /** Checks that a token is for this installation's app, and of this user where one is named, and makes it last. */
  accept(sent: { token: string; userId: string | undefined }): Promise<NetworkGrant>;
  /** The pages on which the account may publish. */
  pages(credentials: NetworkCredentials): Promise<NetworkPage[]>;
}

export interface Twitter extends Network {
  /** Asks for the token that a login begins with. */
  requestToken(returnTo: string): Promise<{ token: string; secret: string }>;
  loginAddress(requestToken: string): string;
  /** Exchanges the request token for credentials. */
  accept(sent: { token: string; secret: string; verifier: string }): Promise<NetworkGrant>;
}

export interface LinkedIn extends Network {
  loginAddress(login: NetworkLogin): string;
  /** Exchanges the code that a login returned with for credentials. */
  accept(sent: { code: string; returnTo: string }): Promise<NetworkGrant>;
}
