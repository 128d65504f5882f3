import { z } from 'zod';
import { type NetworkName, networkNames } from '#db/tables/social-media.ts';
import { requireSelf } from '../access.ts';
import { badField, notFound } from '../errors.ts';
import { limit } from '../limit.ts';
import { administrationProcedure, router, type SignedInContext } from '../trpc.ts';
import { write } from '../write.ts';
import {
  beginLogin,
  connectFacebook,
  connectLinkedIn,
  connectTwitter,
  disconnect,
  exchangeTwitterToken,
} from './connect.ts';
import { callNetwork, refusalOf, requireConnection, requireNetwork } from './connections.ts';
import { findLeftBehind } from './network-removals.queries.ts';
import { sharingProcedures } from './sharing.procedures.ts';
import {
  isBroken,
  presentConnection,
  presentFacebookAccount,
  presentLeftBehind,
  presentLinkedInAccount,
  presentSelectedPage,
  presentTwitterAccount,
} from './social-media.present.ts';
import {
  findConnection,
  findConnections,
  findTemplate,
  saveTemplate,
  updatePage,
} from './social-media.queries.ts';
import {
  accessTokenInput,
  beginInput,
  beginOutput,
  connectionInfo,
  facebookAccount,
  facebookConnectInput,
  facebookInfo,
  facebookPages,
  linkedInAccount,
  linkedInConnectInput,
  networkLabels,
  noPageId,
  overviewOutput,
  ownInput,
  requestTokenInput,
  requestTokenOutput,
  saveTemplateInput,
  selectedPage,
  selectPageInput,
  socialMediaInput,
  socialMediaMessages,
  templateInput,
  templateMessages,
  templateOutput,
  twitterAccount,
} from './social-media.schema.ts';
import { defaultTemplate, inOrder } from './template-parts.schema.ts';

const { facebook, twitter, 'linked-in': linkedIn } = socialMediaMessages;

/** A login cannot be done again with what it came with, and calls of a network belong into no transaction. */
const once = false;

export const socialMediaRouter = router({
  overview: administrationProcedure
    .meta({ reads: 'primary', summary: 'The social networks, and the caller’s accounts there' })
    .output(overviewOutput)
    .query(async ({ ctx }) => {
      const connections = await findConnections(ctx.db, ctx.viewer.userId);
      const leftBehind = await findLeftBehind(ctx.db, ctx.viewer.userId);
      const now = ctx.ports.clock.now();
      return {
        networks: networkNames.map((socialMedia) => {
          const connection = connections.find(({ network }) => network === socialMedia);
          return {
            socialMedia,
            isAvailable: ctx.ports.networks[socialMedia] !== undefined,
            connection: connection ? presentConnection(connection, now) : null,
          };
        }),
        leftBehind: leftBehind.flatMap(presentLeftBehind),
      };
    }),

  connectionInfo: administrationProcedure
    .meta({
      reads: 'primary',
      rest: {
        method: 'GET',
        path: '/social-media/{socialMedia}/connection-info',
        operationId: 'getNetworkConnection',
      },
      summary: 'Whether the caller is connected to a social network',
    })
    .input(socialMediaInput)
    .output(connectionInfo)
    .query(async ({ ctx, input: { socialMedia } }) => {
      const connections = await findConnections(ctx.db, ctx.viewer.userId);
      const find = (name: NetworkName) => connections.find(({ network }) => network === name);
      const connection = find(socialMedia);
      return {
        facebook: find('facebook') !== undefined,
        twitter: find('twitter') !== undefined,
        linkedIn: find('linked-in') !== undefined,
        isAvailable: ctx.ports.networks[socialMedia] !== undefined,
        isConnected: connection !== undefined,
        needsReconnecting: connection !== undefined && isBroken(connection, ctx.ports.clock.now()),
        expiresAt: connection?.expires_at?.toISOString() ?? null,
      };
    }),

  begin: administrationProcedure
    .meta({
      accessTokens: 'rejected',
      once,
      rest: { method: 'POST', path: '/social-media/{socialMedia}/begin', operationId: 'beginNetworkLogin' },
      errors: ['limited', 'network-unavailable', 'not-available', 'reconnect', 'refused'],
      limits: ['social-logins'],
      summary: 'Begin a login at a social network',
      description:
        'Returns the address where the organization signs in. What the login brings back is for this session, within 15 minutes.',
    })
    .input(beginInput)
    .output(beginOutput)
    .mutation(async ({ ctx, input: { socialMedia, redirectURL } }) => {
      const { url } = await beginLogin(ctx, socialMedia, { field: 'redirectURL', returnTo: redirectURL });
      return { url };
    }),

  template: administrationProcedure
    .meta({
      reads: 'primary',
      rest: {
        method: 'GET',
        path: '/social-media/{socialMedia}/template/{userId}',
        operationId: 'getSharingTemplate',
      },
      summary: 'Which parts of the caller’s posts are shared at a social network, and in which order',
      description: 'The default where none was saved.',
    })
    .input(templateInput)
    .output(templateOutput)
    .query(async ({ ctx, input: { socialMedia, userId } }) => {
      requireSelf(ctx.viewer, userId);
      return { template: (await findTemplate(ctx.db, userId, socialMedia)) ?? [...defaultTemplate] };
    }),

  saveTemplate: administrationProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/social-media/{socialMedia}/template/{userId}',
        operationId: 'saveSharingTemplate',
      },
      summary: 'Choose which parts of the caller’s posts are shared at a social network, and in which order',
      message: templateMessages.saved,
    })
    .input(saveTemplateInput)
    .output(templateOutput)
    .mutation(async ({ ctx, input: { socialMedia, userId, template } }) => {
      requireSelf(ctx.viewer, userId);
      const items = inOrder(template);
      await write(ctx, (trx) => saveTemplate(trx, { organizationId: userId, network: socialMedia, items }));
      return { template: items };
    }),

  facebookAccount: administrationProcedure
    .meta({
      reads: 'primary',
      rest: { method: 'GET', path: '/social-media/facebook/account', operationId: 'getFacebookAccount' },
      errors: ['not-found'],
      summary: 'The caller’s account at Facebook',
      description: 'A 404 where there is none.',
    })
    .output(facebookAccount)
    .query(async ({ ctx }) => presentFacebookAccount(await findOwn(ctx, 'facebook'))),

  facebookConnect: administrationProcedure
    .meta({
      accessTokens: 'rejected',
      once,
      rest: { method: 'POST', path: '/social-media/facebook/connect', operationId: 'connectFacebook' },
      errors: ['limited', 'login-over', 'network-unavailable', 'not-available', 'reconnect', 'refused'],
      limits: ['social-logins'],
      summary: 'Connect an account at Facebook',
      description: 'Facebook is asked whether the token is for this installation’s app, and of that user.',
      message: facebook.connected,
    })
    .input(facebookConnectInput)
    .output(facebookAccount)
    .mutation(async ({ ctx, input }) => {
      await connectFacebook(ctx, input);
      return presentFacebookAccount(await findOwn(ctx, 'facebook'));
    }),

  facebookDisconnect: administrationProcedure
    .meta({
      accessTokens: 'rejected',
      once,
      rest: { method: 'POST', path: '/social-media/facebook/disconnect', operationId: 'disconnectFacebook' },
      errors: ['limited', 'network-unavailable', 'not-available', 'not-connected', 'reconnect', 'refused'],
      limits: ['social-logins'],
      summary: 'Disconnect the account at Facebook, there too',
      message: facebook.disconnected,
    })
    .output(z.null())
    .mutation(async ({ ctx }) => {
      await disconnect(ctx, 'facebook');
      return null;
    }),

  facebookInfo: administrationProcedure
    .meta({
      reads: 'primary',
      rest: { method: 'GET', path: '/{userId}/social-media/facebook', operationId: 'getFacebookInfo' },
      summary: 'The caller’s account at Facebook, and the page that posts appear on',
    })
    .input(ownInput)
    .output(facebookInfo)
    .query(async ({ ctx, input: { userId } }) => {
      requireSelf(ctx.viewer, userId);
      const connection = await findConnection(ctx.db, userId, 'facebook');
      return {
        isConnected: connection !== undefined,
        account: connection ? presentFacebookAccount(connection) : null,
        selectedPage: presentSelectedPage(connection),
      };
    }),

  facebookPages: administrationProcedure
    .meta({
      reads: 'primary',
      rest: {
        method: 'GET',
        path: '/social-media/{userId}/facebook/pages',
        operationId: 'listFacebookPages',
      },
      errors: ['limited', 'network-unavailable', 'not-available', 'not-connected', 'reconnect', 'refused'],
      limits: ['social-reads'],
      summary: 'The pages at Facebook on which the caller may publish',
    })
    .input(ownInput)
    .output(facebookPages)
    .query(async ({ ctx, input: { userId } }) => {
      requireSelf(ctx.viewer, userId);
      return { pages: await findPages(ctx) };
    }),

  selectedFacebookPage: administrationProcedure
    .meta({
      reads: 'primary',
      rest: {
        method: 'GET',
        path: '/social-media/{userId}/facebook/pages/selected',
        operationId: 'getSelectedFacebookPage',
      },
      errors: ['limited', 'network-unavailable', 'not-available', 'not-connected', 'reconnect', 'refused'],
      limits: ['social-reads'],
      summary: 'The page at Facebook that posts appear on',
    })
    .input(ownInput)
    .output(selectedPage)
    .query(async ({ ctx, input: { userId } }) => {
      requireSelf(ctx.viewer, userId);
      return presentSelectedPage(await findConnection(ctx.db, userId, 'facebook'));
    }),

  selectFacebookPage: administrationProcedure
    .meta({
      once,
      rest: {
        method: 'PUT',
        path: '/social-media/{userId}/facebook/pages/selected',
        operationId: 'selectFacebookPage',
      },
      errors: ['limited', 'network-unavailable', 'not-available', 'not-connected', 'reconnect', 'refused'],
      limits: ['social-reads'],
      summary: 'Choose the page at Facebook that posts appear on',
      description: `One of the caller’s pages, or ${noPageId} for none.`,
      message: facebook.saved,
    })
    .input(selectPageInput)
    .output(selectedPage)
    .mutation(async ({ ctx, input: { userId, pageId } }) => {
      requireSelf(ctx.viewer, userId);
      await selectPage(ctx, pageId);
      return presentSelectedPage(await findConnection(ctx.db, userId, 'facebook'));
    }),

  linkedInAccount: administrationProcedure
    .meta({
      reads: 'primary',
      rest: { method: 'GET', path: '/social-media/linked-in/account', operationId: 'getLinkedInAccount' },
      errors: ['not-found'],
      summary: 'The caller’s account at LinkedIn',
      description: 'A 404 where there is none.',
    })
    .output(linkedInAccount)
    .query(async ({ ctx }) => presentLinkedInAccount(await findOwn(ctx, 'linked-in'))),

  linkedInConnect: administrationProcedure
    .meta({
      accessTokens: 'rejected',
      once,
      rest: { method: 'POST', path: '/social-media/linked-in/connect', operationId: 'connectLinkedIn' },
      errors: ['limited', 'login-over', 'network-unavailable', 'not-available', 'reconnect', 'refused'],
      limits: ['social-logins'],
      summary: 'Connect an account at LinkedIn',
      message: linkedIn.connected,
    })
    .input(linkedInConnectInput)
    .output(linkedInAccount)
    .mutation(async ({ ctx, input }) => {
      await connectLinkedIn(ctx, input);
      return presentLinkedInAccount(await findOwn(ctx, 'linked-in'));
    }),

  linkedInDisconnect: administrationProcedure
    .meta({
      accessTokens: 'rejected',
      once,
      rest: { method: 'POST', path: '/social-media/linked-in/disconnect', operationId: 'disconnectLinkedIn' },
      errors: ['limited', 'network-unavailable', 'not-available', 'not-connected', 'reconnect', 'refused'],
      limits: ['social-logins'],
      summary: 'Disconnect the account at LinkedIn, there too',
      message: linkedIn.disconnected,
    })
    .output(z.null())
    .mutation(async ({ ctx }) => {
      await disconnect(ctx, 'linked-in');
      return null;
    }),

  twitterAccount: administrationProcedure
    .meta({
      reads: 'primary',
      rest: { method: 'GET', path: '/social-media/twitter/account', operationId: 'getTwitterAccount' },
      errors: ['not-found'],
      summary: 'The caller’s account at Twitter',
      description: 'A 404 where there is none.',
    })
    .output(twitterAccount)
    .query(async ({ ctx }) => presentTwitterAccount(await findOwn(ctx, 'twitter'))),

  twitterRequestToken: administrationProcedure
    .meta({
      reads: 'primary',
      accessTokens: 'rejected',
      rest: {
        method: 'GET',
        path: '/social-media/twitter/request-token',
        operationId: 'getTwitterRequestToken',
      },
      errors: ['limited', 'network-unavailable', 'not-available', 'reconnect', 'refused'],
      limits: ['social-logins'],
      summary: 'Begin a login at Twitter',
      description: 'The token is for this session, within 15 minutes.',
    })
    .input(requestTokenInput)
    .output(requestTokenOutput)
    .query(async ({ ctx, input: { callbackURL } }) => {
      const begun = await beginLogin(ctx, 'twitter', { field: 'callbackURL', returnTo: callbackURL });
      return { oauth_token: begun.requestToken ?? '' };
    }),

  twitterAccessToken: administrationProcedure
    .meta({
      accessTokens: 'rejected',
      once,
      rest: {
        method: 'POST',
        path: '/social-media/twitter/access-token',
        operationId: 'exchangeTwitterToken',
      },
      errors: ['limited', 'login-over', 'network-unavailable', 'not-available', 'reconnect', 'refused'],
      limits: ['social-logins'],
      summary: 'Exchange what a login at Twitter returned with, once',
      description: '`POST /social-media/twitter/connect` then connects the account.',
    })
    .input(accessTokenInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await exchangeTwitterToken(ctx, input);
      return null;
    }),

  twitterConnect: administrationProcedure
    .meta({
      accessTokens: 'rejected',
      once,
      rest: { method: 'POST', path: '/social-media/twitter/connect', operationId: 'connectTwitter' },
      errors: ['limited', 'login-over', 'network-unavailable', 'not-available', 'reconnect', 'refused'],
      limits: ['social-logins'],
      summary: 'Connect the account at Twitter that was signed in to',
      message: twitter.connected,
    })
    .output(twitterAccount)
    .mutation(async ({ ctx }) => {
      await connectTwitter(ctx);
      return presentTwitterAccount(await findOwn(ctx, 'twitter'));
    }),

  twitterDisconnect: administrationProcedure
    .meta({
      accessTokens: 'rejected',
      once,
      rest: { method: 'POST', path: '/social-media/twitter/disconnect', operationId: 'disconnectTwitter' },
      errors: ['limited', 'network-unavailable', 'not-available', 'not-connected', 'reconnect', 'refused'],
      limits: ['social-logins'],
      summary: 'Disconnect the account at Twitter, there too',
      message: twitter.disconnected,
    })
    .output(z.null())
    .mutation(async ({ ctx }) => {
      await disconnect(ctx, 'twitter');
      return null;
    }),

  ...sharingProcedures,
});

/** Returns the viewer's account at a network. Throws a 404 where there is none. */
async function findOwn(ctx: SignedInContext, network: NetworkName) {
  const connection = await findConnection(ctx.db, ctx.viewer.userId, network);
  if (!connection) throw notFound(`${networkLabels[network]} is not connected.`);
  return connection;
}

/** Reads the viewer's pages from Facebook. */
async function findPages(ctx: SignedInContext) {
  const network = requireNetwork(ctx, 'facebook');
  const connection = await requireConnection(ctx, 'facebook');
  await limit(ctx, 'social-reads', ctx.viewer.userId);
  try {
    const pages = await callNetwork(ctx, connection, (credentials) => network.pages(credentials));
    return pages.map(({ id, name }) => ({ pageId: id, pageName: name }));
  } catch (error) {
    throw refusalOf(ctx, error, 'facebook', facebook.notSaved);
  }
}

/** Chooses a page, after Facebook has confirmed that it is the viewer's, or none. */
async function selectPage(ctx: SignedInContext, pageId: string): Promise<void> {
  const connection = await requireConnection(ctx, 'facebook');
  const page =
    pageId === noPageId ? undefined : (await findPages(ctx)).find((each) => each.pageId === pageId);
  if (pageId !== noPageId && !page) throw badField('pageId', 'This is not one of your Facebook pages');
  const chosen = page && { id: page.pageId, name: page.pageName };
  if (!(await write(ctx, (trx) => updatePage(trx, connection, chosen))))
    throw badField('pageId', 'Facebook was disconnected meanwhile');
}
