import type { CoreSettings } from './context.ts';

/**
 * Returns whether a browser's `Origin` is configured: that of the public address, or one of the other origins that
 * the operator lists. Scheme, host and port all count. The `Host` header is never used: a page of another name that
 * resolves to this machine would send its own. Browsers send `Origin` with every write and upgrade.
 */
export function isOwnOrigin(
  origin: string | null | undefined,
  { publicUrl, otherOrigins = [] }: Pick<CoreSettings, 'publicUrl' | 'otherOrigins'>,
): boolean {
  if (!origin) return false;
  return origin === new URL(publicUrl).origin || otherOrigins.includes(origin);
}
