/**
 * The Trusted Types policies that pages may create, in a browser that has them. Each admits the address of one script
 * of ours, and nothing else. There is no `default` policy: whatever else becomes a script or markup is blocked.
 */
export const trustedPolicies = {
  serviceWorker: 'gatherwell#service-worker',
  mapWorker: 'gatherwell#map-worker',
} as const;

/** The same of the mocked mode, whose server runs in workers. */
export const mockedPolicies = {
  mapWorker: trustedPolicies.mapWorker,
  mockedRequests: 'gatherwell#mocked-requests',
  mockedServer: 'gatherwell#mocked-server',
} as const;

/** The directives of the content security policy that let scripts and markup come from these policies only. */
export const trustedTypes = (policies: Record<string, string>): Record<string, string> => ({
  'require-trusted-types-for': "'script'",
  'trusted-types': Object.values(policies).join(' '),
});
