import type { mockedPolicies, trustedPolicies } from '#server/trusted-types.ts';

type Policies = typeof trustedPolicies & typeof mockedPolicies;

/** The part of Trusted Types that is used here. Not every browser has them. */
interface TrustedTypePolicies {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => object };
}

/**
 * Returns the address of a worker's script as the content security policy wants it. The policy of this name admits no
 * other address, and cannot be created a second time.
 * @returns an object, in browsers with Trusted Types; APIs and libraries that take it are typed for strings
 */
export function trustedScriptUrl(name: Policies[keyof Policies], url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicies };
  if (!trustedTypes) return url;
  const createScriptURL = (asked: string) => {
    if (asked !== url || new URL(url, location.href).origin !== location.origin)
      throw new TypeError(`${name} does not admit ${asked}`);
    return asked;
  };
  const policy = trustedTypes.createPolicy(name, { createScriptURL });
  return policy.createScriptURL(url) as unknown as string;
}
