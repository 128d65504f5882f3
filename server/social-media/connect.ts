import type { NetworkName } from '#db/tables/social-media.ts';
import { audit } from '../audit/audit.ts';
import { randomToken, sha256 } from '../crypto.ts';
import { badField, conflict } from '../errors.ts';
import { limit } from '../limit.ts';
import type { SignedInContext } from '../trpc.ts';
import { write } from '../write.ts';
import { openCredentials, refusalOf, requireNetwork, sealCredentials } from './connections.ts';
import type { NetworkGrant } from './networks.ts';
import { open, seal } from './sealed.ts';
import {
  type Authorization,
  deleteConnection,
  findConnection,
  saveAuthorization,
  saveConnection,
  takeAuthorization,
} from './social-media.queries.ts';
import { returnPath, socialMediaMessages } from './social-media.schema.ts';

/** Throws a 400 unless a login may return to the address: the screen of this installation, to the letter. */
function requireOwnAddress({ settings }: SignedInContext, field: string, address: string): void {
  const origins = [new URL(settings.publicUrl).origin, ...(settings.otherOrigins ?? [])];
  if (!origins.some((origin) => address === `${origin}${returnPath}`))
    throw badField(field, 'Logins return only to this installation');
}

/** What the secrets of a login are sealed for: the session that began it. */
const purposeOf = (sessionId: string, network: NetworkName) => `login at ${network} of session ${sessionId}`;

const requireSealing = ({ settings }: SignedInContext) => settings.tokenKeys ?? [];

/**
 * Begins a login and returns the address at the network where it goes on, and at Twitter the request token. What comes
 * back belongs to this session alone.
 */
export async function beginLogin(
  ctx: SignedInContext,
  network: NetworkName,
  { field, returnTo }: { field: string; returnTo: string },
): Promise<{ url: string; requestToken: string | undefined }> {
  const { userId, id: sessionId } = ctx.viewer;
  requireOwnAddress(ctx, field, returnTo);
  requireNetwork(ctx, network);
  await limit(ctx, 'social-logins', userId);
  const begun = await begin(ctx, network, returnTo);
  const sealed =
    begun.secret === undefined
      ? null
      : await seal(requireSealing(ctx), begun.secret, purposeOf(sessionId, network));
  await write(ctx, (trx) =>
    saveAuthorization(trx, {
      session_id: sessionId,
      network,
      state_hash: sha256(begun.state),
      return_to: returnTo,
      sealed,
      is_granted: false,
      created_at: ctx.ports.clock.now(),
    }),
  );
  return { url: begun.url, requestToken: network === 'twitter' ? begun.state : undefined };
}

async function begin(
  ctx: SignedInContext,
  network: NetworkName,
  returnTo: string,
): Promise<{ state: string; url: string; secret?: string }> {
  if (network === 'twitter') {
    const twitter = requireNetwork(ctx, network);
    const { token, secret } = await attempt(ctx, network, () => twitter.requestToken(returnTo));
    return { state: token, url: twitter.loginAddress(token), secret };
  }
  const state = randomToken();
  return { state, url: requireNetwork(ctx, network).loginAddress({ state, returnTo }) };
}

/** Connects the account of a token that the client got at Facebook, or from a login that was begun here. */
export async function connectFacebook(
  ctx: SignedInContext,
  {
    accessToken,
    userID,
    state,
  }: { accessToken: string; userID?: string | undefined; state?: string | undefined },
): Promise<void> {
  const facebook = requireNetwork(ctx, 'facebook');
  await limit(ctx, 'social-logins', ctx.viewer.userId);
  await requireState(ctx, 'facebook', state);
  const grant = await attempt(ctx, 'facebook', () => facebook.accept({ token: accessToken, userId: userID }));
  await connect(ctx, 'facebook', grant);
}

/** Connects the account of a code that a login returned with. */
export async function connectLinkedIn(
  ctx: SignedInContext,
  { code, redirectURL, state }: { code: string; redirectURL: string; state?: string | undefined },
): Promise<void> {
  const linkedIn = requireNetwork(ctx, 'linked-in');
  requireOwnAddress(ctx, 'redirectURL', redirectURL);
  await limit(ctx, 'social-logins', ctx.viewer.userId);
  const begun = await requireState(ctx, 'linked-in', state);
  if (begun && begun.return_to !== redirectURL) throw loginOver('linked-in');
  const grant = await attempt(ctx, 'linked-in', () => linkedIn.accept({ code, returnTo: redirectURL }));
  await connect(ctx, 'linked-in', grant);
}

/** Exchanges the request token that this session asked for, once. What it stands for is kept for `connectTwitter`. */
export async function exchangeTwitterToken(
  ctx: SignedInContext,
  { oauth_token: token, oauth_verifier: verifier }: { oauth_token: string; oauth_verifier: string },
): Promise<void> {
  const twitter = requireNetwork(ctx, 'twitter');
  const { id: sessionId, userId } = ctx.viewer;
  await limit(ctx, 'social-logins', userId);
  const begun = await take(ctx, 'twitter');
  if (!begun?.sealed || begun.is_granted || begun.state_hash !== sha256(token)) throw loginOver('twitter');
  const keys = requireSealing(ctx);
  const purpose = purposeOf(sessionId, 'twitter');
  const secret = await open(keys, begun.sealed, purpose);
  const grant = await attempt(ctx, 'twitter', () => twitter.accept({ token, secret, verifier }));
  const sealed = await seal(keys, JSON.stringify(grant), purpose);
  await write(ctx, (trx) => saveAuthorization(trx, { ...begun, sealed, is_granted: true }));
}

/** Connects the account that `exchangeTwitterToken` was for. */
export async function connectTwitter(ctx: SignedInContext): Promise<void> {
  requireNetwork(ctx, 'twitter');
  const begun = await take(ctx, 'twitter');
  if (!begun?.sealed || !begun.is_granted) throw loginOver('twitter');
  const opened = await open(requireSealing(ctx), begun.sealed, purposeOf(ctx.viewer.id, 'twitter'));
  await connect(ctx, 'twitter', { ...(JSON.parse(opened) as NetworkGrant), expiresAt: null });
}

/** Takes the credentials back at the network and forgets them. Where the network cannot do so now, nothing changes. */
export async function disconnect(ctx: SignedInContext, network: NetworkName): Promise<void> {
  await limit(ctx, 'social-logins', ctx.viewer.userId);
  const connection = await findConnection(ctx.db, ctx.viewer.userId, network);
  // Twice is as good as once.
  if (!connection) return;
  const port = ctx.ports.networks[network];
  // Without keys for the network, or for the credentials, there is nothing to call it with.
  const credentials = port && (await openCredentials(ctx, connection).catch(() => undefined));
  if (port && credentials)
    try {
      await port.revoke(credentials);
    } catch (error) {
      throw refusalOf(ctx, error, network, socialMediaMessages[network].notDisconnected);
    }
  await write(ctx, async (trx, effects) => {
    if (await deleteConnection(trx, connection))
      audit(ctx, effects, {
        action: 'network-disconnected',
        subject: connection.organization_id,
        details: { network },
      });
  });
}

/** Stores an account as the organization's. The one that it replaces is taken back, where it is another one. */
async function connect(ctx: SignedInContext, network: NetworkName, grant: NetworkGrant): Promise<void> {
  const organizationId = ctx.viewer.userId;
  const { account, credentials, expiresAt } = grant;
  const replaced = await findConnection(ctx.db, organizationId, network);
  const sealed = await sealCredentials(ctx, { ...credentials, organizationId, network });
  await write(ctx, async (trx, effects) => {
    await saveConnection(trx, {
      organization_id: organizationId,
      network,
      credentials: sealed,
      expires_at: expiresAt,
      account_id: account.id,
      account_name: account.name,
      account_handle: account.handle,
      account_picture: account.picture,
      account_link: account.link,
      connected_at: ctx.ports.clock.now(),
    });
    audit(ctx, effects, { action: 'network-connected', subject: organizationId, details: { network } });
  });
  // Those of the same account may be the very same, or end together.
  if (!replaced || replaced.account_id === account.id) return;
  try {
    await requireNetwork(ctx, network).revoke(await openCredentials(ctx, replaced));
  } catch (error) {
    refusalOf(ctx, error, network, '');
  }
}

/**
 * Ends the login that the session has begun at the network, and checks that it is the one that comes back. A client that
 * signed in at the network by itself has begun none here and sends no `state`; another site's page cannot, since it may
 * not write.
 */
async function requireState(ctx: SignedInContext, network: NetworkName, state: string | undefined) {
  const begun = await take(ctx, network);
  if (begun ? state === undefined || sha256(state) !== begun.state_hash : state !== undefined)
    throw loginOver(network);
  return begun;
}

const take = (ctx: SignedInContext, network: NetworkName): Promise<Authorization | undefined> =>
  write(ctx, (trx) =>
    takeAuthorization(trx, { sessionId: ctx.viewer.id, network, now: ctx.ports.clock.now() }),
  );

const loginOver = (network: NetworkName) =>
  conflict(
    'login-over',
    `${socialMediaMessages[network].notConnected.replace(/\.$/, '')}: this login was not begun here, or its time is over. Please try again.`,
  );

/** Calls a network in the course of a login. Throws what the viewer is told where it fails. */
async function attempt<T>(ctx: SignedInContext, network: NetworkName, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(ctx, error, network, socialMediaMessages[network].notConnected);
  }
}
