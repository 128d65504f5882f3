import { afterEach, expect, it, vi } from 'vitest';
import { trustedScriptUrl } from './trusted-script-url.ts';

afterEach(() => void vi.unstubAllGlobals());

it('returns what a policy made that admits this address alone', () => {
  const createPolicy = vi.fn((_name: string, rules: { createScriptURL: (url: string) => string }) => ({
    createScriptURL: (url: string) => ({ trusted: rules.createScriptURL(url) }),
  }));
  vi.stubGlobal('trustedTypes', { createPolicy });
  expect(trustedScriptUrl('gatherwell#service-worker', '/sw.js')).toEqual({ trusted: '/sw.js' });
  const [name, rules] = createPolicy.mock.calls[0] ?? [];
  expect(name).toBe('gatherwell#service-worker');
  expect(() => rules?.createScriptURL('/other.js')).toThrow(TypeError);
});

it('admits no other origin', () => {
  vi.stubGlobal('trustedTypes', {
    createPolicy: (_: string, rules: object) => rules,
  });
  expect(() => trustedScriptUrl('gatherwell#map-worker', 'https://elsewhere.example/worker.mjs')).toThrow(
    TypeError,
  );
});

it('returns the address where the browser has no Trusted Types', () => {
  vi.stubGlobal('trustedTypes', undefined);
  expect(trustedScriptUrl('gatherwell#map-worker', '/worker.mjs')).toBe('/worker.mjs');
});
