import { OfflineBanner } from '#src/components/offline-banner.tsx';
import { useOnline } from '#src/lib/use-online.ts';

/** Says so, on every screen, while the device has no network. */
export function ConnectionBanner() {
  return useOnline() ? null : <OfflineBanner />;
}
