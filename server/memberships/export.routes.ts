import { Hono } from 'hono';
import type { Db } from '#db/database.ts';
import { csvResponse } from '../csv.ts';
import { readCursor } from '../cursor.ts';
import { limitRequest } from '../limit.ts';
import { failure, type RestBindings } from '../rest/rest.ts';
import { presentMemberships } from './memberships.present.ts';
import { countMemberships, findMemberships } from './memberships.queries.ts';
import { type MembershipView, membershipExportInput } from './memberships.schema.ts';
import { monthYear } from './month-year.schema.ts';

/** How many memberships are read at a time. */
const batchSize = 500;

const columns = ['Member', 'Type', 'State', 'Start', 'End', 'Requested By', 'Requested At'];

/**
 * `GET /api/memberships/memberships.csv`: the memberships in the organization that asks, newest first, as a file;
 * `?status` and `?membershipType` as in its list. `x-total-count` is how many there are.
 */
export function membershipExportRoutes(): Hono<RestBindings> {
  return new Hono<RestBindings>().get('/memberships/memberships.csv', async (c) => {
    const ctx = c.get('context');
    const session = await ctx.session(['read', 'administration']);
    if (!session) return failure('Please sign in first.', 401);
    if (session.userType !== 'organization') return failure('This is for organizations only.', 403);
    await limitRequest(ctx, session);
    const input = membershipExportInput.safeParse(c.req.query());
    if (!input.success) return failure('There is no such state or type of memberships.', 400);
    const filter = { ...input.data, viewerId: session.userId, organizationId: session.userId };
    const total = await countMemberships(ctx.db, filter);
    return csvResponse('memberships.csv', columns, rowsOf(ctx.db, filter), total);
  });
}

type Filter = Parameters<typeof countMemberships>[1];

async function* rowsOf(db: Db, filter: Filter) {
  let place: string | null = null;
  do {
    const query = { ...filter, limit: batchSize, cursor: readCursor(place) };
    const { page, cursor }: Awaited<ReturnType<typeof findMemberships>> = await findMemberships(db, query);
    yield (await presentMemberships(db, page)).map(cellsOf);
    place = cursor;
  } while (place !== null);
}

const cellsOf = (membership: MembershipView): string[] => [
  membership.individualName,
  membership.membershipType,
  membership.status,
  monthYear(membership.startTime),
  membership.endTime ? monthYear(membership.endTime) : 'Present',
  membership.requestedBy,
  membership.createdAt,
];
