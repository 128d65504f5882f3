import type { Db } from '#db/database.ts';
import { findVisibleUser } from '../access.ts';
import { readCursor } from '../cursor.ts';
import { badField, notFound, notYours } from '../errors.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import { router, signedInProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import {
  findConnected,
  findConnectedUsers,
  findGrants,
  grantConnection,
  isGranted,
  withdrawConnection,
} from './connections.queries.ts';
import {
  connectedInput,
  connectedOutput,
  connectedUserPage,
  connectedUsersInput,
  connectionGrant,
  connectionInput,
  connectionOutput,
  connectionPage,
  grantedConnectionsInput,
} from './connections.schema.ts';

/** Who may write to whom without coins: from a sender to a receiver, and not the other way round. */
export const connectionsRouter = router({
  check: signedInProcedure
    .meta({
      reads: 'primary',
      rest: { method: 'GET', path: '/users/check-if-connected/{a}/{b}', operationId: 'checkIfConnected' },
      summary: 'Whether one user may write to another without coins',
      description: 'For the two only.',
    })
    .input(connectedInput)
    .output(connectedOutput)
    .query(async ({ ctx, input: { a, b } }) => {
      if (a !== ctx.viewer.userId && b !== ctx.viewer.userId) throw notYours();
      return { isConnected: (await findConnected(ctx.db, a, [b])).has(b) };
    }),

  users: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/users/{id}/connected-users', operationId: 'listConnectedUsers' },
      summary: 'Everybody to whom the caller may write without coins, the newest accounts first',
    })
    .input(connectedUsersInput)
    .output(connectedUserPage)
    .query(async ({ ctx, input: { id: userId, limit, cursor: before } }) => {
      if (userId !== ctx.viewer.userId) throw notYours();
      const query = { userId, limit, before: before ?? undefined };
      const { ids, cursor } = await findConnectedUsers(ctx.db, query);
      return { items: await hydrateProfiles(ctx.db, ids, userId), cursor };
    }),

  between: signedInProcedure
    .meta({
      reads: 'primary',
      rest: {
        method: 'GET',
        path: '/connections/sender/{senderId}/receiver/{receiverId}',
        operationId: 'getConnectionGrant',
      },
      summary: 'Whether the caller may write to somebody without coins',
    })
    .input(connectionInput)
    .output(connectionOutput)
    .query(async ({ ctx, input: { senderId, receiverId } }) => {
      if (senderId !== ctx.viewer.userId) throw notYours();
      if (!(await findVisibleUser(ctx.db, receiverId))) throw notFound();
      return { connection: await loadConnection(ctx.db, senderId, receiverId) };
    }),

  grant: signedInProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/connections/sender/{senderId}/receiver/{receiverId}',
        operationId: 'setConnectionGrant',
        ignores: ['isGranted'],
      },
      summary: 'Let somebody write to the caller without coins, or withdraw that',
      description:
        'Withdrawing takes back what was granted here. Friends, followed ones, members and who was written to stay connected.',
      message: 'Connection saved.',
    })
    .input(connectionGrant)
    .output(connectionOutput)
    .mutation(async ({ ctx, input: { senderId, receiverId, isConnected } }) => {
      if (receiverId !== ctx.viewer.userId) throw notYours('Only the receiver can say who may write.');
      if (senderId === receiverId) throw badField('senderId', 'You need no leave to write to yourself.');
      if (!(await findVisibleUser(ctx.db, senderId))) throw notFound();
      return write(ctx, async (trx) => {
        const now = ctx.ports.clock.now();
        if (isConnected) await grantConnection(trx, { senderId, receiverId, now });
        else await withdrawConnection(trx, { senderId, receiverId });
        return { connection: await loadConnection(trx, senderId, receiverId) };
      });
    }),

  grants: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/connections/sender/{senderId}', operationId: 'listConnectionGrants' },
      summary: 'Who allowed the caller to write without coins, the latest first',
    })
    .input(grantedConnectionsInput)
    .output(connectionPage)
    .query(async ({ ctx, input: { senderId, limit, cursor: place } }) => {
      if (senderId !== ctx.viewer.userId) throw notYours();
      const { page, cursor } = await findGrants(ctx.db, { senderId, limit, cursor: readCursor(place) });
      const items = page.map(({ receiver_id: receiverId }) => ({
        senderId,
        receiverId,
        isConnected: true,
        isGranted: true,
      }));
      return { items, cursor };
    }),
});

async function loadConnection(db: Db, senderId: string, receiverId: string) {
  const connected = await findConnected(db, senderId, [receiverId]);
  return {
    senderId,
    receiverId,
    isConnected: connected.has(receiverId),
    isGranted: await isGranted(db, senderId, receiverId),
  };
}
