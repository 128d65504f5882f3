import { promises as dns, type LookupAddress } from 'node:dns';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { WebhookOutcome, WebhooksPort } from '#server/ports.ts';

/** Resolves a name to all of its addresses. */
type Resolve = (name: string) => Promise<LookupAddress[]>;

interface WebhooksOptions {
  /** Which addresses may be connected to. */
  isAllowed?: (address: string) => boolean;
  resolve?: Resolve;
  /** Certificates to trust in place of the usual ones. */
  ca?: string;
  timeoutMs?: number;
}

/** IPv6 addresses that are in use on the internet: others embed IPv4 addresses, or are not assigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns whether an address belongs to the internet at large: not to this machine, a private network, a provider's
 * own one, a group, or an address of another kind that stands for one of these.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address inside of an IPv6 one is judged as itself.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}

class NotAllowed extends Error {}

/**
 * Returns the addresses that a host may be connected to: those that its name has now, of which none may be forbidden.
 * Rejects with `NotAllowed` otherwise.
 */
async function allowedAddresses(
  host: string,
  isAllowed: (address: string) => boolean,
  resolve: Resolve,
): Promise<LookupAddress[]> {
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) throw new NotAllowed();
  return addresses;
}

/**
 * Posts to webhooks. A name is resolved once for each delivery, and the connection is made to what was judged: a name
 * that resolves otherwise a moment later leads nowhere else. Nothing but the status is read of a response.
 */
export function createWebhooks({
  isAllowed = isPublicAddress,
  resolve = (name) => dns.lookup(name, { all: true }),
  ca,
  timeoutMs = 10_000,
}: WebhooksOptions = {}): WebhooksPort {
  async function post(
    { url, headers, body }: Parameters<WebhooksPort['post']>[0],
    signal: AbortSignal,
  ): Promise<WebhookOutcome> {
    const { protocol, hostname } = new URL(url);
    if (protocol !== 'https:') throw new NotAllowed();
    const host = hostname.replace(/^\[|\]$/g, '');
    const addresses = await allowedAddresses(host, isAllowed, resolve);
    const lookup: LookupFunction = (_name, { all }, done) => {
      const [first] = addresses;
      if (all) done(null, addresses);
      else done(null, first?.address ?? '', first?.family);
    };
    return new Promise((settled, rejected) => {
      const sent = request(
        url,
        {
          method: 'POST',
          // A connection of its own, which nothing else was sent on.
          agent: false,
          lookup,
          signal,
          ...(ca !== undefined && { ca }),
          headers: {
            ...headers,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'user-agent': 'Gatherwell-Webhooks',
          },
        },
        (response) => {
          settled({ status: response.statusCode ?? 0 });
          sent.destroy();
        },
      );
      sent.on('error', rejected);
      sent.end(body);
    });
  }

  return {
    async post(message) {
      const signal = AbortSignal.timeout(timeoutMs);
      const ended = new Promise<never>((_, rejected) => {
        signal.addEventListener('abort', () => rejected(signal.reason), { once: true });
      });
      // Resolving a name cannot be aborted.
      return Promise.race([post(message, signal), ended]).catch((error: unknown) => {
        if (error instanceof NotAllowed) return { problem: 'not-public' };
        return { problem: signal.aborted ? 'timeout' : 'unreachable' };
      });
    },
  };
}
