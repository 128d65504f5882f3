import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { returnPath, socialMediaMessages } from '#server/social-media/social-media.schema.ts';
import { trpc, utils } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { toast } from '#src/components/toast.ts';
import { type ReturnedLogin, readReturnedLogin } from './returned-login.ts';
import { texts } from './texts.ts';

/** The address that was read last: an effect may run twice before the address changes. */
let handled: string | undefined;

/** Where logins return to, at the address that the browser shows. */
export const returnAddress = () => `${location.origin}${returnPath}`;

/**
 * Connects the account of a login that has just come back, and takes what it brought out of the address. Returns
 * whether that is under way.
 */
export function useReturnedLogin(): boolean {
  const navigate = useNavigate();
  const facebook = trpc.socialMedia.facebookConnect.useMutation();
  const exchange = trpc.socialMedia.twitterAccessToken.useMutation();
  const twitter = trpc.socialMedia.twitterConnect.useMutation();
  const linkedIn = trpc.socialMedia.linkedInConnect.useMutation();

  async function connect(login: ReturnedLogin): Promise<void> {
    if ('failure' in login) throw login;
    if (login.network === 'facebook')
      await facebook.mutateAsync({ accessToken: login.accessToken, state: login.state });
    else if (login.network === 'twitter') {
      await exchange.mutateAsync({ oauth_token: login.oauthToken, oauth_verifier: login.oauthVerifier });
      await twitter.mutateAsync();
    } else await linkedIn.mutateAsync({ code: login.code, redirectURL: returnAddress(), state: login.state });
  }

  async function finish(login: ReturnedLogin): Promise<void> {
    const { connected, notConnected } = socialMediaMessages[login.network];
    try {
      await connect(login);
      toast.success(connected);
    } catch (error) {
      if (error !== login) toast.failed(failureOf(error).message, { title: texts.failed });
      else if ('failure' in login && login.failure === 'error' && login.network === 'twitter')
        toast.failed(texts.returnedLogin.unknownError);
      else toast.failed(notConnected, { title: texts.failed });
    }
    await utils.socialMedia.invalidate();
  }

  const onReturn = useEffectEvent(() => {
    const login = readReturnedLogin(location);
    if (!login || handled === location.href) return;
    handled = location.href;
    void navigate({ to: returnPath, search: {}, replace: true });
    void finish(login);
  });
  useEffect(() => onReturn(), []);

  return facebook.isPending || exchange.isPending || twitter.isPending || linkedIn.isPending;
}
