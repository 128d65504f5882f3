import { v7 as uuid, v5 as uuidOf } from 'uuid';
import type { z } from 'zod';
import type { Db, Trx } from '#db/database.ts';
import type { AuditAction } from '#db/tables/audit.ts';
import { findVisibleUser } from '../access.ts';
import { audit } from '../audit/audit.ts';
import { hasBlockBetween, selectBlockLock } from '../blocks/blocks.queries.ts';
import type { Effects } from '../effects.ts';
import { conflict, notFound, notYours } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import type { SignedInContext } from '../trpc.ts';
import { report } from '../webhooks/report.ts';
import { write } from '../write.ts';
import { presentMemberships } from './memberships.present.ts';
import {
  findOwnMembership,
  hasLikeIt,
  insertMembership,
  lockMembershipsOf,
  lockOwnMembership,
  type Membership,
  updateMembership,
} from './memberships.queries.ts';
import {
  type MembershipEntry,
  type MembershipView,
  type membershipInput,
  type membershipUpdate,
  monthNumber,
} from './memberships.schema.ts';

/**
 * Requests a membership for the side that the caller is. Returns the membership that is there where the same request
 * was sent before; throws a conflict where the id is taken or there is one like it.
 */
export async function createMembership(
  ctx: SignedInContext,
  { _id = uuid(), individualId, organizationId, requestedBy, ...entry }: z.output<typeof membershipInput>,
): Promise<MembershipView> {
  const sides = { individual_id: individualId, organization_id: organizationId };
  const side = sideOf(sides, ctx.viewer.userId);
  if (!side || (requestedBy && requestedBy !== side))
    throw notYours('You can only ask for memberships of your own.');
  await requireSides(ctx.db, individualId, organizationId);
  return write(ctx, async (trx, effects) => {
    await selectBlockLock(trx, ctx.viewer.userId).execute();
    await lockMembershipsOf(trx, individualId);
    const period = periodColumns(entry);
    const earlier = await findOwnMembership(trx, _id, ctx.viewer.userId);
    if (earlier && !isLike(earlier, period)) throw idTaken();
    if (earlier) return presentMembership(trx, earlier);
    const created_at = ctx.ports.clock.now();
    return requestMembership(ctx, trx, effects, { id: _id, ...sides, ...period, created_at }, async (row) => {
      const inserted = await insertMembership(trx, row);
      if (!inserted) throw idTaken();
      auditMembership(ctx, effects, inserted, 'membership-requested');
      return inserted;
    });
  });
}

/** Changes a membership of the caller's. Another end is taken at once, another type or start requested anew. */
export function changeMembership(
  ctx: SignedInContext,
  { _id, ...entry }: z.output<typeof membershipUpdate>,
): Promise<MembershipView> {
  return write(ctx, async (trx, effects) => {
    const { userId } = ctx.viewer;
    await selectBlockLock(trx, userId).execute();
    const found = await findOwnMembership(trx, _id, userId);
    if (found) await lockMembershipsOf(trx, found.individual_id);
    const before = await lockOwnMembership(trx, _id, userId);
    if (!before) throw notFound();
    const after = { ...before, ...periodColumns(entry) };
    auditMembership(ctx, effects, after, 'membership-changed');
    if (isLike(before, after)) return emitMembership(ctx, trx, effects, await updateMembership(trx, after));
    return requestMembership(ctx, trx, effects, after, (row) => updateMembership(trx, row));
  });
}

/**
 * Requests a membership from the other side, by `store`, under the lock of the individual's memberships. Every way to
 * ask for one ends here, with the viewer's blocks locked. Throws a conflict where there is one like it that was not
 * rejected, and a 404 where either side has blocked the other.
 */
async function requestMembership(
  ctx: SignedInContext,
  trx: Trx,
  effects: Effects,
  membership: Omit<Membership, 'status' | 'requested_by'>,
  store: (row: Membership) => Promise<Membership>,
): Promise<MembershipView> {
  if (await hasLikeIt(trx, membership)) throw conflict('already-there', 'This membership already exists.');
  const { userId } = ctx.viewer;
  const side = sideOf(membership, userId);
  if (!side) throw notFound();
  const otherId = side === 'individual' ? membership.organization_id : membership.individual_id;
  if (await hasBlockBetween(trx, userId, otherId)) throw notFound();
  const requested = await store({ ...membership, status: 'pending', requested_by: side });
  return emitMembership(ctx, trx, effects, requested, 'membership-request');
}

/**
 * Emits a membership to both sides, and notifies the one that did not change it, where a type of notification is given.
 * Returns the membership as outputs show it.
 */
export async function emitMembership(
  ctx: SignedInContext,
  trx: Trx,
  effects: Effects,
  membership: Membership,
  type?: 'membership-request' | 'membership-accept',
): Promise<MembershipView> {
  const view = await presentMembership(trx, membership);
  emitChange(effects, membership, view);
  if (type) {
    const senderId = ctx.viewer.userId;
    const { individual_id, organization_id, membership_type, start_month } = membership;
    const userId = senderId === individual_id ? organization_id : individual_id;
    const now = ctx.ports.clock.now();
    // What is asked for: another type or start is another thing, the same one asked for again is not.
    const objectId = uuidOf(`${individual_id} ${membership_type} ${start_month}`, organization_id);
    await notify(trx, effects, { userId, senderId, type, postId: null, objectId, now });
    if (type === 'membership-request' && userId === organization_id) {
      const data = { membershipId: membership.id, individualId: individual_id };
      report(effects, organization_id, { event: 'membership.requested', data, subject: objectId, at: now });
    }
  }
  return view;
}

/** Records what an organization does with who belongs to it. What individuals do with their own is not recorded. */
export function auditMembership(
  ctx: SignedInContext,
  effects: Effects,
  { id: membershipId, individual_id, organization_id }: Membership,
  action: Extract<AuditAction, `membership-${string}`>,
): void {
  if (ctx.viewer.userId === organization_id)
    audit(ctx, effects, { action, subject: individual_id, details: { membershipId } });
}

/** Emits to both sides that a membership is gone. */
export const emitRemoval = (effects: Effects, removed: Membership): void =>
  emitChange(effects, removed, null);

function emitChange(
  effects: Effects,
  { id: membershipId, individual_id, organization_id }: Membership,
  membership: MembershipView | null,
): void {
  for (const userId of [individual_id, organization_id])
    effects.event(userId, { type: 'membership-changed', payload: { membershipId, membership } });
}

type Sides = Pick<Membership, 'individual_id' | 'organization_id'>;

/** Returns which side of a membership a user is, if any. */
export function sideOf({ individual_id, organization_id }: Sides, userId: string) {
  if (userId === individual_id) return 'individual';
  return userId === organization_id ? 'organization' : undefined;
}

async function requireSides(db: Db, individualId: string, organizationId: string): Promise<void> {
  const individual = await findVisibleUser(db, individualId);
  const organization = await findVisibleUser(db, organizationId);
  if (individual?.user_type !== 'individual' || organization?.user_type !== 'organization') throw notFound();
}

const idTaken = () => conflict('id-taken', 'This id is taken. Please choose another one.');

const periodColumns = ({ membershipType, startTime, endTime, isCurrent }: MembershipEntry) => ({
  membership_type: membershipType,
  start_month: monthNumber(startTime),
  end_month: endTime && !isCurrent ? monthNumber(endTime) : null,
});

type Asked = Pick<Membership, 'membership_type' | 'start_month'>;

/** Returns whether two memberships are requests for the same, whenever that ends. */
const isLike = (one: Asked, other: Asked) =>
  one.membership_type === other.membership_type && one.start_month === other.start_month;

async function presentMembership(db: Db, membership: Membership): Promise<MembershipView> {
  const [view] = await presentMemberships(db, [membership]);
  if (!view) throw notFound();
  return view;
}
