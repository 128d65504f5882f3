import { z } from 'zod';
import { audit } from '../audit/audit.ts';
import { randomToken, sha256 } from '../crypto.ts';
import { signedInProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import { deleteAddress, findAddress, replaceAddress } from './addresses.queries.ts';

const addressState = z.object({
  createdAt: z
    .string()
    .nullable()
    .describe('Since when there is an address: a UTC instant, or null where there is none.'),
});

/** The secret address under which other programs read one's calendar. */
export const addressProcedures = {
  address: signedInProcedure
    .meta({
      reads: 'primary',
      rest: { method: 'GET', path: '/calendars/address', operationId: 'getCalendarAddress' },
      summary: 'Whether the caller’s calendar has a secret address',
      description: 'The address itself is returned once, when it is made.',
    })
    .output(addressState)
    .query(async ({ ctx }) => ({
      createdAt: (await findAddress(ctx.db, ctx.viewer.userId))?.toISOString() ?? null,
    })),

  makeAddress: signedInProcedure
    .meta({
      rest: { method: 'POST', path: '/calendars/address', operationId: 'createCalendarAddress' },
      accessTokens: 'rejected',
      summary: 'Give the caller’s calendar a secret address, for calendar programs',
      description:
        'Whoever has it can read the calendar. An earlier address stops working. With an Idempotency-Key that was used already the response is a 409 (`told-once`): the address is not kept.',
      secret: { output: ['address'] },
    })
    .output(addressState.extend({ address: z.string().describe('A web address that returns iCalendar.') }))
    .mutation(({ ctx }) =>
      write(ctx, async (trx, effects) => {
        const token = randomToken();
        const createdAt = ctx.ports.clock.now();
        await replaceAddress(trx, { userId: ctx.viewer.userId, tokenHash: sha256(token), createdAt });
        audit(ctx, effects, { action: 'calendar-address-created', subject: ctx.viewer.userId });
        return {
          createdAt: createdAt.toISOString(),
          address: `${ctx.settings.publicUrl}/api/calendars/private/${token}.ics`,
        };
      }),
    ),

  revokeAddress: signedInProcedure
    .meta({
      rest: { method: 'DELETE', path: '/calendars/address', operationId: 'revokeCalendarAddress' },
      accessTokens: 'rejected',
      summary: 'Let the secret address of the caller’s calendar stop working',
    })
    .output(addressState)
    .mutation(({ ctx }) =>
      write(ctx, async (trx, effects) => {
        const { userId } = ctx.viewer;
        if (await deleteAddress(trx, userId))
          audit(ctx, effects, { action: 'calendar-address-removed', subject: userId });
        return { createdAt: null };
      }),
    ),
};
