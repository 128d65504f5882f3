import type { NetworkName } from '#db/tables/social-media.ts';
import { type StandIn, startStandIn } from '../node/networks-stand-in/stand-in.ts';
import { createNetworks } from '../node/ports/networks/index.ts';
import { readSettings } from '../node/settings.ts';
import type { NetworksPort } from '../ports.ts';

/** What a test can make a stand-in do wrong. */
interface Fault {
  network: NetworkName;
  call: string;
  fault: 'refuse' | 'expire' | 'revoke' | 'limit' | 'fail' | 'lose' | 'slow';
  times?: number;
  every?: number;
  seconds?: number;
}

export interface TestNetworks {
  port: NetworksPort;
  tokenKeys: readonly Uint8Array<ArrayBuffer>[];
  /** The settings that let another process use it. */
  environment: StandIn['environment'];
  posts: StandIn['posts'];
  close: StandIn['close'];
  /** Sets a fault, which the next call of its kind meets. */
  break(fault: Fault): Promise<void>;
  /** Signs in on the page at an address, and resolves to what the network brings back. */
  signIn(address: string, as?: string): Promise<URLSearchParams>;
}

/** Starts a stand-in for the social networks, with clients that wait for an answer for so many milliseconds. */
export async function openNetworks(callMs = 500): Promise<TestNetworks> {
  const standIn = await startStandIn(0);
  const { networks, tokenKeys } = readSettings(standIn.environment);
  return {
    port: createNetworks(networks, { callMs, uploadMs: callMs }),
    tokenKeys,
    environment: standIn.environment,
    posts: standIn.posts,
    close: standIn.close,
    async break(fault) {
      const response = await fetch(`${standIn.url}/stand-in/faults`, {
        method: 'POST',
        body: JSON.stringify(fault),
      });
      if (response.status !== 201)
        throw new Error(`The stand-in does not know this fault: ${response.status}`);
    },
    async signIn(address, as = 'larkfield') {
      const page = await fetch(address);
      if (!page.ok) throw new Error(`The login answered ${page.status}.`);
      const response = await fetch(`${address}&as=${as}`, { redirect: 'manual' });
      const location = new URL(response.headers.get('location') ?? '');
      return new URLSearchParams(location.hash ? location.hash.slice(1) : location.search);
    },
  };
}
