import { OfflineBanner } from '#src/components/offline-banner.tsx';
import { useOnline } from '#src/lib/use-online.ts';

/** Shows, on every screen and wherever one has scrolled to, that the device has no network. */
export function ConnectionBanner() {
  return useOnline() ? null : <OfflineBanner className="sticky top-16 z-20 rounded-none lg:px-6" />;
}
