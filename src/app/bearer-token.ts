import { accountStorage } from './account-storage.ts';

/**
 * In the mocked mode no answer can set a cookie, so the session's token is kept here and sent as a header. Against
 * a real server the cookie does it and no script ever holds a token.
 */
const isMocked = import.meta.env.MODE === 'mocked';
const storageKey = 'gatherwell.mocked-token';

export const bearerToken = {
  keep(token: string): void {
    if (isMocked) accountStorage().setItem(storageKey, token);
  },
  forget(): void {
    if (isMocked) accountStorage().removeItem(storageKey);
  },
  headers(): Record<string, string> {
    const token = isMocked ? accountStorage().getItem(storageKey) : null;
    return token ? { authorization: `Bearer ${token}` } : {};
  },
};
