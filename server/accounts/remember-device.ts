import type { Context } from '../context.ts';
import { findServerSecret } from './accounts.queries.ts';
import { type DeviceAccount, markDevice } from './known-devices.ts';

/** Lets a browser be known to an account from now on. */
export async function rememberDevice(ctx: Context, account: DeviceAccount): Promise<void> {
  const secret = await findServerSecret(ctx.db, 'known-devices');
  const now = ctx.ports.clock.now();
  const cookie = ctx.ports.sessions.knownDeviceCookie(
    markDevice({ cookie: ctx.knownDevice, account, secret, now }),
  );
  if (cookie) ctx.responseHeaders.append('set-cookie', cookie);
}
