import { z } from 'zod';
import { postTypes } from '#db/tables/posts.ts';
import { coinReasons } from '#db/tables/wallets.ts';
import { personView } from '../profiles/profiles.schema.ts';
import { pageInput, pageOf } from '../validation.schema.ts';
import { walletInput } from './wallet.schema.ts';

export const entriesInput = z.strictObject({ ...walletInput.shape, ...pageInput.shape });

/** Coins that came or went, and what for. */
export const entriesPage = pageOf(
  z.object({
    _id: z.string(),
    coins: z.int().describe('More than zero came, less than zero were spent.'),
    reason: z.enum(coinReasons),
    createdAt: z.string().describe('UTC instant, ISO 8601.'),
    receiver: personView
      .nullable()
      .describe('To whom a message was sent; null where the caller may not find them, and of anything else.'),
    post: z
      .object({ _id: z.string(), postType: z.enum(postTypes), title: z.string() })
      .nullable()
      .describe('To which post somebody was invited.'),
    bulkMessage: z
      .object({ text: z.string(), sent: z.int().describe('To how many.') })
      .nullable()
      .describe('Which message to many was sent: each part of it has an entry.'),
  }),
);
export type WalletEntryView = z.infer<typeof entriesPage>['items'][number];
