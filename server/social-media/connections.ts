import type { NetworkName } from '#db/tables/social-media.ts';
import { conflict, Refusal } from '../errors.ts';
import type { NetworksPort } from '../ports.ts';
import type { SignedInContext } from '../trpc.ts';
import { write } from '../write.ts';
import { type NetworkCredentials, NetworkFailure } from './networks.ts';
import { CannotOpen, isSealedByOlderKey, open, seal } from './sealed.ts';
import { type Connection, findConnection, markBroken, replaceCredentials } from './social-media.queries.ts';
import { networkLabels } from './social-media.schema.ts';

/** Returns a network. Throws a 409 where this installation has no keys for it. */
export function requireNetwork<N extends NetworkName>(
  { ports }: Pick<SignedInContext, 'ports'>,
  name: N,
): NonNullable<NetworksPort[N]> {
  const network = ports.networks[name];
  if (!network)
    throw conflict('not-available', `${networkLabels[name]} is not available on this installation.`);
  return network;
}

/** Returns the viewer's account at a network. Throws a 409 where there is none. */
export async function requireConnection(ctx: SignedInContext, network: NetworkName): Promise<Connection> {
  const connection = await findConnection(ctx.db, ctx.viewer.userId, network);
  if (!connection) throw conflict('not-connected', `Connect ${networkLabels[network]} first.`);
  return connection;
}

/** What credentials are sealed for: those of one organization open for no other. */
const purposeOf = (organizationId: string, network: NetworkName) => `${network} of ${organizationId}`;

/** Seals credentials for the row of a connection. */
export const sealCredentials = (
  { settings }: Pick<SignedInContext, 'settings'>,
  {
    organizationId,
    network,
    ...credentials
  }: NetworkCredentials & { organizationId: string; network: NetworkName },
): Promise<string> =>
  seal(settings.tokenKeys ?? [], JSON.stringify(credentials), purposeOf(organizationId, network));

/** Opens the credentials of a connection. Where an older key sealed them, they are sealed anew. */
export async function openCredentials(
  ctx: Pick<SignedInContext, 'db' | 'ports' | 'settings' | 'enclosing'>,
  connection: Connection,
): Promise<NetworkCredentials> {
  const { organization_id: organizationId, network, credentials: sealed } = connection;
  const keys = ctx.settings.tokenKeys ?? [];
  const credentials = JSON.parse(
    await open(keys, sealed, purposeOf(organizationId, network)),
  ) as NetworkCredentials;
  if (isSealedByOlderKey(keys, sealed)) {
    const renewed = await sealCredentials(ctx, { ...credentials, organizationId, network });
    await write(ctx, (trx) => replaceCredentials(trx, connection, renewed));
    connection.credentials = renewed;
  }
  return credentials;
}

/**
 * Calls a network with the credentials of a connection. Where the network rejects them, that is noted, and the viewer is
 * asked to connect again.
 */
export async function callNetwork<T>(
  ctx: Pick<SignedInContext, 'db' | 'ports' | 'settings' | 'enclosing'>,
  connection: Connection,
  work: (credentials: NetworkCredentials) => Promise<T>,
): Promise<T> {
  try {
    return await work(await openCredentials(ctx, connection));
  } catch (error) {
    const isGone =
      error instanceof CannotOpen ||
      (error instanceof NetworkFailure && (error.kind === 'expired' || error.kind === 'revoked'));
    if (isGone) await write(ctx, (trx) => markBroken(trx, connection, ctx.ports.clock.now()));
    throw error;
  }
}

/** Returns what the viewer is told of a call that failed, `text` first; other errors as they are. */
export function refusalOf(
  ctx: Pick<SignedInContext, 'ports'>,
  error: unknown,
  network: NetworkName,
  text: string,
): unknown {
  if (error instanceof Refusal) return error;
  const label = networkLabels[network];
  const sentence = (reason: string) => `${text.replace(/\.$/, '')}: ${reason}`;
  if (error instanceof CannotOpen)
    return conflict('reconnect', sentence(`the connection can no longer be used. Reconnect ${label}.`));
  if (!(error instanceof NetworkFailure)) return error;
  ctx.ports.log.warn({ network, kind: error.kind, code: error.code }, 'a social network did not do as asked');
  switch (error.kind) {
    case 'refused':
      return conflict('refused', sentence(`${label} did not accept it. Please try again.`));
    case 'expired':
    case 'revoked':
      return conflict('reconnect', sentence(`${label} has ended the connection. Reconnect ${label}.`));
    case 'limited':
      return new Refusal(
        'TOO_MANY_REQUESTS',
        'limited',
        sentence(`${label} takes no more calls for now. Please try again later.`),
        { retryAfter: Math.max(1, Math.ceil(error.waitSeconds ?? 0)) },
      );
    case 'failed':
    case 'unknown':
      return new Refusal(
        'SERVICE_UNAVAILABLE',
        'network-unavailable',
        sentence(`${label} cannot be reached just now. Please try again in a moment.`),
        { retryAfter: 30 },
      );
  }
}
