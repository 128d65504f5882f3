import { trustedPolicies, trustedTypes } from '#server/trusted-types.ts';
import type { Settings } from './settings.ts';

/**
 * The style sheets that libraries put into the page, by their SHA-256. A new version may bring new ones: the browser
 * then reports a violation, and the browser tests fail.
 */
const libraryStyles = [
  // sonner: an empty sheet at first, then filled.
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
  // react-aria-components
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
];

/**
 * What every response carries unless it sets the header itself. The policy is for the built app: scripts only from
 * here, no string that becomes a script or markup, and no style sheets in the page but those of libraries, named by
 * their hash.
 */
export function securityHeaders({
  publicUrl,
  secureCookies,
  mapStyle,
  storeOrigin,
}: Pick<Settings, 'publicUrl' | 'secureCookies' | 'mapStyle'> & {
  /** Where pictures and files are redirected to. */
  storeOrigin?: string | undefined;
}) {
  const maps = mapStyle ? [new URL(mapStyle.url).origin, ...mapStyle.origins] : [];
  const others = storeOrigin === undefined ? maps : [...maps, storeOrigin];
  const sockets = publicUrl.replace(/^http/, 'ws');
  const policy = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': ["'self'", ...libraryStyles].join(' '),
    'img-src': ["'self' data: blob:", ...others].join(' '),
    'font-src': "'self'",
    // Some browsers do not count sockets as 'self'.
    'connect-src': ["'self'", sockets, ...others].join(' '),
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    ...trustedTypes(trustedPolicies),
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map((directive) => directive.join(' '))
      .join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(secureCookies && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/** The security headers that matter to a script, a style sheet or a font; the others are about documents and workers. */
const ofParts = new Set([
  'x-content-type-options',
  'cross-origin-resource-policy',
  'strict-transport-security',
]);

/**
 * Returns whether the response to a path carries a security header. The first screen takes dozens of parts, and a policy
 * with each, which nobody reads, is a tenth of what comes on a slow line. Workers are held to the one of their own file.
 */
export const carries = (pathname: string, header: string): boolean =>
  ofParts.has(header) ||
  pathname.includes('worker') ||
  !/^\/assets\/[\w.-]+\.(?:js|css|woff2)$/.test(pathname);
