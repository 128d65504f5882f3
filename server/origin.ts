/**
 * Whether a browser's `Origin` is ours: exactly the origin that people are told, or exactly the one that this
 * request was sent to. Scheme, host and port all count. Browsers send the header with every write and upgrade.
 */
export function isOwnOrigin(
  origin: string | null | undefined,
  requestUrl: string,
  publicUrl: string,
): boolean {
  if (!origin) return false;
  return origin === new URL(publicUrl).origin || origin === new URL(requestUrl).origin;
}
