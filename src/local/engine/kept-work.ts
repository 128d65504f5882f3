import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import { accountStorage } from '#src/app/account-storage.ts';

const storageKey = 'gatherwell.kept-work';

/** A user whose session ended by itself, and whose unsent work is still on this device. */
export interface LastUser {
  _id: string;
  /** What they are called, or their address. */
  name: string;
}

/** Whose unsent work waits on this device for them to sign in again; of one user at most. */
export const keptWork = {
  remember({ _id, name, email }: Pick<CurrentUser, '_id' | 'name' | 'email'>): void {
    const user: LastUser = { _id, name: name || email };
    accountStorage().setItem(storageKey, JSON.stringify(user));
  },

  whose(): LastUser | undefined {
    const stored = accountStorage().getItem(storageKey);
    return stored === null ? undefined : (JSON.parse(stored) as LastUser);
  },

  forget: (): void => accountStorage().removeItem(storageKey),
};
