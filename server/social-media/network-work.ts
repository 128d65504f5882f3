import type { NetworkName, NetworkPostReason } from '#db/tables/social-media.ts';
import type { Deps } from '../context.ts';
import type { NetworksPort } from '../ports.ts';
import { write } from '../write.ts';
import { putOff } from './network-posts.queries.ts';
import { NetworkFailure } from './networks.ts';
import { CannotOpen } from './sealed.ts';
import { type SharingTimes, usualTimes } from './sharing-times.ts';
import { isBroken } from './social-media.present.ts';
import { type Connection, findConnection } from './social-media.queries.ts';

/** A piece of work at a network that a worker has claimed. */
export interface Work {
  network: NetworkName;
  organization_id: string;
  tries: number;
}

export const timesOf = ({ settings }: Pick<Deps, 'settings'>): SharingTimes => ({
  ...usualTimes,
  ...settings.sharing,
});

/** Extends a claim while the work goes on. Returns what ends that. */
export function keepClaim(deps: Deps, extend: (until: Date) => Promise<unknown>): () => void {
  const { leaseMs } = timesOf(deps);
  const round = async () => {
    const now = await deps.ports.clock.shared(deps.db);
    await extend(new Date(now.getTime() + leaseMs));
  };
  const timer = setInterval(() => {
    // Whoever takes over in the worst case finds what was noted.
    round().catch((error: unknown) => deps.ports.log.warn({ err: error }, 'a claim could not be extended'));
  }, leaseMs / 3);
  return () => clearInterval(timer);
}

/** Returns the organization's account at the network of a piece of work, or why it cannot be used. */
export async function reachAccount(
  { db, ports }: Deps,
  { organization_id, network: name }: Work,
): Promise<{ network: NonNullable<NetworksPort[NetworkName]>; connection: Connection } | NetworkPostReason> {
  const network = ports.networks[name];
  if (!network) return 'unreachable';
  const connection = await findConnection(db, organization_id, name);
  if (!connection) return 'not-connected';
  return isBroken(connection, ports.clock.now()) ? 'reconnect' : { network, connection };
}

/** How a piece of work goes on after a failure. */
export interface Afterwards {
  tries?: number;
  looks?: number;
  next_at: Date;
}

interface Handlers {
  giveUp(reason: NetworkPostReason): Promise<void>;
  goOn(change: Afterwards, options: { isOpen: boolean }): Promise<void>;
  /** Until when a network may let it wait. */
  patience: Date;
  /** Whether an error that is not the network's leaves open what happened there. */
  isOpen: boolean;
}

/** Decides by an error whether a piece of work is tried again, and when: by the network's own waiting time where it has one. */
export async function dealWith(deps: Deps, work: Work, error: unknown, handlers: Handlers): Promise<void> {
  const { giveUp, goOn, patience } = handlers;
  const { log, clock } = deps.ports;
  const fields = { network: work.network, organizationId: work.organization_id };
  if (error instanceof CannotOpen) return giveUp('reconnect');
  if (error instanceof NetworkFailure)
    log.info({ ...fields, kind: error.kind, code: error.code }, 'a social network did not do as asked');
  else log.error({ ...fields, err: error }, 'work at a social network failed');
  const kind = error instanceof NetworkFailure ? error.kind : handlers.isOpen ? 'unknown' : 'internal';
  const now = await clock.shared(deps.db);
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  const { pausesMs, lookMs } = timesOf(deps);
  switch (kind) {
    case 'refused':
      return giveUp('refused');
    case 'expired':
    case 'revoked':
      return giveUp('reconnect');
    case 'limited': {
      const until = after(1000 * Math.max(1, (error as NetworkFailure).waitSeconds ?? 0));
      if (until > patience) return giveUp('limited');
      await goOn({ next_at: until }, { isOpen: false });
      const { organization_id: organizationId, network } = work;
      return write(deps, (trx) => putOff(trx, { organizationId, network, until }));
    }
    case 'unknown':
      return work.tries >= pausesMs.length
        ? giveUp('open')
        : goOn({ tries: work.tries + 1, looks: 0, next_at: after(lookMs) }, { isOpen: true });
    case 'failed':
    case 'internal': {
      const pause = pausesMs[work.tries];
      if (pause === undefined) return giveUp(kind === 'failed' ? 'unreachable' : 'internal');
      return goOn({ tries: work.tries + 1, next_at: after(pause) }, { isOpen: false });
    }
  }
}
