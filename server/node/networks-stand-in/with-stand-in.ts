import { readSettings, type Settings } from '../settings.ts';
import type { StandIn } from './stand-in.ts';

/** Where only this machine's browser can be. */
const ownNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Starts the stand-in for the social networks where somebody tries the demo community on this machine and no network is
 * set, and returns the settings that use it. Other settings are returned as they are.
 */
export async function withStandIn(
  settings: Settings,
): Promise<{ settings: Settings; standIn: StandIn | undefined }> {
  const isSet = Object.values(settings.networks).some(Boolean);
  const isLocal = ownNames.has(new URL(settings.publicUrl).hostname);
  if (isSet || !isLocal || settings.seed !== 'demo') return { settings, standIn: undefined };
  const { startStandIn } = await import('./stand-in.ts');
  const standIn = await startStandIn(0);
  // A server that cannot start is not kept from ending.
  standIn.unref();
  const { networks, tokenKeys } = readSettings(standIn.environment);
  return { settings: { ...settings, networks, tokenKeys }, standIn };
}
