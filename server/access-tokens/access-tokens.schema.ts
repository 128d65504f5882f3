import { z } from 'zod';
import { accessTokenScopes } from '#db/tables/access-tokens.ts';
import { id, requiredText, validationMessages } from '../validation.schema.ts';

/** How every token begins, so that people and programs that search for lost secrets recognise it. */
export const tokenPrefix = 'gw_';

export const accessTokenBounds = {
  /** Tokens in force, of one user. */
  inForce: 50,
  /** Characters of a name. */
  name: 60,
  /** Days until a token expires. */
  mostDays: 365,
  usualDays: 90,
  origins: 10,
} as const;

/** What is shown where a token would be allowed nothing. */
const needsReadOrWrite = 'Choose read, write or both';

/** A web origin as browsers send it: scheme, host and port. */
const origin = z
  .string()
  .trim()
  .max(200, validationMessages.tooLong(200))
  .overwrite((value) => originOf(value) ?? value)
  .refine((value) => originOf(value) === value, 'Enter an origin, such as https://example.org');

/** The origin that an http or https address without a path is; undefined where it is none. */
function originOf(value: string): string | undefined {
  if (!/^https?:\/\/[^\s/?#@\\*,;]+\/?$/i.test(value)) return undefined;
  return URL.canParse(value) ? new URL(value).origin : undefined;
}

/** A list as a set: what is named twice counts once. */
const unique = <Value>(values: Value[]) => [...new Set(values)];

export const createAccessTokenInput = z.strictObject({
  name: requiredText(accessTokenBounds.name).describe('What its owner recognises it by.'),
  scopes: z
    .array(z.enum(accessTokenScopes))
    .max(20)
    .overwrite(unique)
    .refine((scopes) => scopes.includes('read') || scopes.includes('write'), needsReadOrWrite)
    .describe(
      'Reads need `read`, changes need `write`; conversations and messages need `messages` beside it, and memberships, lists of people, notes, invitations, social networks and webhooks need `administration`.',
    ),
  expiresInDays: z
    .int()
    .min(1, 'At least one day')
    .max(accessTokenBounds.mostDays, `At most ${accessTokenBounds.mostDays} days`)
    .default(accessTokenBounds.usualDays)
    .describe('After how many days it stops working.'),
  allowedOrigins: z
    .array(origin)
    .max(accessTokenBounds.origins, `At most ${accessTokenBounds.origins} origins`)
    .overwrite(unique)
    .default([])
    .describe('Origins whose pages may send it, beside those that the operator allows for every token.'),
});

export const accessTokenInput = z.strictObject({ id: id.describe('The token.') });

const instant = z.iso.datetime();

export const accessTokenView = z.object({
  _id: z.string(),
  name: z.string(),
  prefix: z.string().describe('How the token begins.'),
  lastFour: z.string().describe('How it ends.'),
  scopes: z.array(z.enum(accessTokenScopes)),
  allowedOrigins: z.array(z.string()),
  state: z.enum(['active', 'expired', 'revoked']),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable().describe('Within a minute; null where it was never used.'),
  revokedAt: instant.nullable(),
});
export type AccessTokenView = z.output<typeof accessTokenView>;

export const accessTokenList = z.object({
  items: z
    .array(accessTokenView)
    .describe('Those in force, the newest first; then those that ended within the last 30 days.'),
});

export const createdAccessToken = accessTokenView.extend({
  token: z.string().describe('The token itself. It is returned only here.'),
});
