import { z } from 'zod';
import { id } from '../validation.schema.ts';

export const walletInput = z.strictObject({ id: id.describe('The caller.').optional() });

export const walletOutput = z.object({ walletCoin: z.int().min(0).describe('Whole coins.') });

export const spendingSummary = z.object({
  coinPerInvitation: z
    .number()
    .min(0)
    .describe(
      'Coins for each invited user who is not connected. The price of several is truncated to a whole number.',
    ),
});

/** What it costs to reach so many users who are not connected, in whole coins. */
export const priceOf = (notConnected: number, coinPerInvitation: number): number =>
  Math.trunc(notConnected * coinPerInvitation);
