import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { open, seal } from '../social-media/sealed.ts';

type WithSettings = Pick<Context, 'settings'>;

/** A secret opens for its own webhook only. */
const purposeOf = (webhookId: string) => `secret of webhook ${webhookId}`;

/** Whether this installation can keep secrets of webhooks. */
export const canSeal = ({ settings }: WithSettings): boolean => (settings.tokenKeys ?? []).length > 0;

/** Seals a webhook's secret. Throws a conflict where the installation has no key. */
export function sealSecret(ctx: WithSettings, webhookId: string, secret: string): Promise<string> {
  if (!canSeal(ctx))
    throw conflict('webhooks-not-available', 'Webhooks are not available on this installation.');
  return seal(ctx.settings.tokenKeys ?? [], secret, purposeOf(webhookId));
}

/** Opens a webhook's secret. Rejects with `CannotOpen` where its key is not among those of the settings. */
export const openSecret = (ctx: WithSettings, webhookId: string, sealed: string): Promise<string> =>
  open(ctx.settings.tokenKeys ?? [], sealed, purposeOf(webhookId));
