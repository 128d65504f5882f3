import type { NetworkName } from '#db/tables/social-media.ts';
import type { Deps } from '../context.ts';
import { isolateOnOneLine } from '../isolate.schema.ts';
import type { JobPayloads } from '../jobs.ts';
import { remind } from '../notifications/notify.ts';
import { write } from '../write.ts';
import { callNetwork } from './connections.ts';
import { NetworkFailure } from './networks.ts';
import { networkLabels, returnPath } from './social-media.schema.ts';
import {
  claimNeededConnections,
  findEndedConnections,
  findWarning,
  type NeededConnection,
  noteWarned,
} from './watch.queries.ts';

const minuteMs = 60_000;

/**
 * How far ahead of a scheduled post its connections are checked, how often, and once more how shortly before. Some
 * accounts at Twitter may ask who they are 25 times a day.
 */
const aheadMs = 24 * 60 * minuteMs;
const everyMs = 4 * 60 * minuteMs;
const lastMinutesMs = 15 * minuteMs;

/** How many connections one call checks, and tells of, at a time. */
const batch = 20;

/**
 * Looks ahead at scheduled posts that are to be shared, and asks the networks whether the connections that they need
 * still work. An organization is told once that a connection has ended, or ends before the post. Hosts call it every few
 * seconds, in every process: what one does is not done by another.
 */
export async function watchConnections(deps: Deps): Promise<void> {
  const now = await deps.ports.clock.shared(deps.db);
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  const needed = await claimNeededConnections(deps.db, {
    now,
    until: after(aheadMs),
    checkedBefore: after(-everyMs),
    lastMinutesMs,
    limit: batch,
  });
  await Promise.all(needed.map((connection) => check(deps, connection)));
  for (const { organization_id, network } of await findEndedConnections(deps.db, now, batch))
    await warn(deps, organization_id, network);
}

/** Asks a network whether a connection works. Where the network cannot say so now, it is asked later. */
async function check(deps: Deps, connection: NeededConnection): Promise<void> {
  const { organization_id: organizationId, network: name, expires_at: expiresAt, needed_at } = connection;
  const network = deps.ports.networks[name];
  if (!network) return;
  try {
    await callNetwork(deps, connection, (credentials) => network.check(credentials));
    if (expiresAt !== null && expiresAt <= needed_at) await warn(deps, organizationId, name);
  } catch (error) {
    const kind = error instanceof NetworkFailure ? error.kind : undefined;
    deps.ports.log.info({ network: name, organizationId, kind }, 'a connection did not pass a check');
  }
}

/** Tells an organization that it has to reconnect, by a notification and a mail, unless it was told before. */
const warn = (deps: Deps, organizationId: string, network: NetworkName): Promise<void> =>
  write(deps, async (trx, effects) => {
    const now = deps.ports.clock.now();
    if (!(await noteWarned(trx, { organizationId, network, now }))) return;
    await remind(trx, effects, { userId: organizationId, type: `reconnect-${network}`, now });
    effects.job({ name: 'mail-reconnect', payload: { organizationId, network } });
  });

/** Mails an organization that it has to reconnect an account. */
export async function mailReconnect(
  { db, ports, settings }: Pick<Deps, 'db' | 'ports' | 'settings'>,
  { organizationId, network }: JobPayloads['mail-reconnect'],
): Promise<void> {
  const warning = await findWarning(db, { organizationId, network });
  // Reconnected meanwhile.
  if (!warning) return;
  const label = networkLabels[network];
  const account = isolateOnOneLine(warning.account_name);
  const hasEnded =
    warning.broken_at !== null || (warning.expires_at !== null && warning.expires_at <= ports.clock.now());
  await ports.mailer.send({
    to: warning.email,
    subject: `Reconnect ${label}`,
    text: [
      hasEnded
        ? `${label} no longer accepts Gatherwell’s connection to your account ${account}, so your posts can’t be shared there.`
        : `Gatherwell’s connection to your account ${account} on ${label} expires before your next scheduled post, so it couldn’t be shared there.`,
      `Reconnect ${label}:`,
      `${settings.publicUrl}${returnPath}`,
    ].join('\n\n'),
  });
}
