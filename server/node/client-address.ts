import { isIPv6 } from 'node:net';

/**
 * The network address that limits count by. `forwarded` is the `X-Forwarded-For` header, of which only what the
 * trusted proxies added themselves, at the end, is believed. Of an IPv6 address only the network counts: its owner
 * has all the others in it.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwarded: string | undefined,
  trustedProxies: number,
): string {
  const claimed = trustedProxies > 0 ? forwarded?.split(',').at(-trustedProxies)?.trim() : undefined;
  const address = (claimed || socketAddress || 'unknown').replace(/^::ffff:(?=\d+\.)/, '');
  return isIPv6(address) ? networkOf(address) : address.slice(0, 64);
}

/** The first 64 bits. */
function networkOf(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length;
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
