import { z } from 'zod';
import { networkNames } from '#db/tables/social-media.ts';
import { id, text } from '../validation.schema.ts';
import { leftBehindView } from './network-posts.schema.ts';
import { template } from './template.schema.ts';

/** What people are told, word by word. */
export const socialMediaMessages = {
  facebook: {
    connected: 'Facebook connected successfully.',
    notConnected: 'Facebook not connected',
    disconnected: 'Facebook disconnected successfully.',
    notDisconnected: 'Facebook not disconnected',
    saved: 'Facebook Info Saved.',
    notSaved: 'Facebook Info Not Saved.',
  },
  twitter: {
    connected: 'Twitter connected successfully.',
    notConnected: 'Twitter not connected',
    disconnected: 'Twitter disconnected successfully.',
    notDisconnected: 'Twitter not disconnected',
  },
  'linked-in': {
    connected: 'Linked In connected successfully.',
    notConnected: 'Linked In not connected.',
    disconnected: 'Linked In disconnected successfully.',
    notDisconnected: 'Linked In not disconnected',
  },
} as const;

export const templateMessages = {
  saved: 'Template saved successfully.',
  notSaved: 'Template not saved',
} as const;

/** The names of the networks as people know them. */
export const networkLabels = { facebook: 'Facebook', twitter: 'Twitter', 'linked-in': 'LinkedIn' } as const;

/** The page that stands for none: posts do not go to a page. */
export const noPageId = '0'.repeat(15);

/** The path of the screen that logins return to. */
export const returnPath = '/edit/organization/social-media';

export const socialMediaInput = z.strictObject({ socialMedia: z.enum(networkNames) });

const secret = (max = 2000) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\x21-\x7e]+$/);
const state = z
  .string()
  .max(100)
  .optional()
  .describe('As the login brought it back; required where it was begun here.');
const returnAddress = z
  .string()
  .max(2000)
  .describe(`Where the login returns to: \`${returnPath}\` at an address of this installation.`);

export const beginInput = z.strictObject({
  socialMedia: z.enum(networkNames),
  redirectURL: returnAddress,
});
export const beginOutput = z.object({ url: z.string().describe('Where the organization signs in.') });

export const facebookConnectInput = z
  .strictObject({
    userID: z
      .string()
      .regex(/^\d{1,30}$/)
      .optional()
      .describe('Who signed in at Facebook.'),
    accessToken: secret(),
    state,
  })
  .refine(({ userID, state }) => userID ?? state, { error: 'Send userID or state', path: ['userID'] });

export const linkedInConnectInput = z.strictObject({ code: secret(), redirectURL: returnAddress, state });

export const requestTokenInput = z.strictObject({ callbackURL: returnAddress });
export const requestTokenOutput = z.object({ oauth_token: z.string() });
export const accessTokenInput = z.strictObject({
  oauth_token: secret(500).describe('As the login brought it back.'),
  oauth_verifier: secret(500),
});

const flag = z.boolean();
export const connectionInfo = z.object({
  facebook: flag.describe('Whether Facebook is connected.'),
  twitter: flag,
  linkedIn: flag,
  isAvailable: flag.describe('Whether this installation has keys for the one asked about.'),
  isConnected: flag.describe('Whether the one asked about is connected.'),
  needsReconnecting: flag.describe('The network rejects the connection, or its time is over.'),
  expiresAt: z.string().nullable().describe('UTC instant, ISO 8601.'),
});

export const facebookAccount = z.object({
  id: z.string(),
  name: z.string(),
  profilePicture: z.string().nullable(),
  link: z.string().nullable(),
});
export const twitterAccount = z.object({
  name: z.string(),
  screen_name: z.string(),
  profile_image_url_https: z.string().nullable(),
});
export const linkedInAccount = z.object({
  firstName: z.string(),
  lastName: z.string(),
  profilePicture: z.string().nullable(),
});

export const ownInput = z.strictObject({ userId: id.describe('The caller.') });

export const templateInput = z.strictObject({ ...socialMediaInput.shape, ...ownInput.shape });
export const saveTemplateInput = z.strictObject({
  ...templateInput.shape,
  template: template
    .refine(
      (items) => new Set(items.map(({ name }) => name)).size === items.length,
      'Each part of a post can be listed once',
    )
    .describe('The parts of a post in their order: at most 16.'),
});
export const templateOutput = z.object({ template });

export const facebookPage = z.object({ pageId: z.string(), pageName: z.string() });
export const facebookPages = z.object({ pages: z.array(facebookPage) });
export const selectedPage = z.object({
  pageId: z.string().describe(`Fifteen zeros where no page is chosen.`),
  pageName: z.string(),
  postFromPage: flag,
});
export const selectPageInput = z.strictObject({
  userId: ownInput.shape.userId,
  pageId: z
    .string()
    .regex(/^\d{1,30}$/)
    .describe('Fifteen zeros for none.'),
  pageName: text(200).optional().describe('Facebook’s own name of the page is stored.'),
  postFromPage: flag.optional().describe('As the page says.'),
});

export const facebookInfo = z.object({
  isConnected: flag,
  account: facebookAccount.nullable(),
  selectedPage,
});

/** One network on the screen. */
export const networkOverview = z.object({
  socialMedia: z.enum(networkNames),
  isAvailable: flag,
  connection: z
    .object({
      name: z.string(),
      handle: z.string().nullable(),
      link: z.string().nullable(),
      connectedAt: z.string(),
      expiresAt: z.string().nullable(),
      needsReconnecting: flag,
      isEnding: flag.describe('It ends before a scheduled post needs it.'),
      selectedPage: selectedPage.nullable().describe('At Facebook.'),
    })
    .nullable(),
});
export const overviewOutput = z.object({
  networks: z.array(networkOverview),
  leftBehind: z
    .array(leftBehindView)
    .describe('Posts that were deleted here, and could not be deleted at a network: at most 50.'),
});
export type NetworkOverview = z.infer<typeof networkOverview>;
