import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

test.each([
  ['what the socket says', '192.0.2.7', undefined, 0, '192.0.2.7'],
  ['IPv4 on an IPv6 socket', '::ffff:192.0.2.7', undefined, 0, '192.0.2.7'],
  ['a claim that no proxy made', '192.0.2.7', '203.0.113.9', 0, '192.0.2.7'],
  ['what the proxy saw', '127.0.0.1', '203.0.113.9', 1, '203.0.113.9'],
  [
    'what the proxy saw, behind a claim of the caller',
    '127.0.0.1',
    '10.0.0.1, 203.0.113.9',
    1,
    '203.0.113.9',
  ],
  ['what the first of two proxies saw', '127.0.0.1', '10.0.0.1, 203.0.113.9, 198.51.100.2', 2, '203.0.113.9'],
  ['a trusted proxy that was gone around', '192.0.2.7', undefined, 1, '192.0.2.7'],
  ['the network of an IPv6 address', '2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2::/64'],
  ['the same network, written shorter', '2001:0db8:1:2::9', undefined, 0, '2001:db8:1:2::/64'],
  ['this machine', '::1', undefined, 0, '0:0:0:0::/64'],
  ['a link-local address with its zone', 'fe80::1%eth0', undefined, 0, 'fe80:0:0:0::/64'],
])('%s', (_, socket, forwarded, proxies, address) => {
  expect(clientAddress(socket, forwarded, proxies)).toBe(address);
});
