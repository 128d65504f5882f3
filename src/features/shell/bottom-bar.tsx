import { Menu as MenuIcon } from 'lucide-react';
import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import { onDemand } from '#src/components/on-demand.tsx';
import * as texts from './menus.texts.ts';
import { PlaceLink } from './place-link.tsx';
import { placesOf } from './places.ts';

const MorePanel = onDemand('menu', async () => (await import('./more-panel.tsx')).MorePanel);

/** How many places stand in the bar; the rest are behind More. */
const shown = 4;

const itemClass =
  'flex h-16 w-full flex-col items-center justify-center gap-1 text-muted no-underline aria-[current=page]:font-semibold aria-[current=page]:text-brand-ink focus-visible:-outline-offset-4 [&_svg]:size-5.5';

/** The main places in reach of a thumb, on a phone. */
export function BottomBar({ user }: { user: CurrentUser }) {
  const { main, settings, bar = main.slice(0, shown) } = placesOf[user.userType];
  if (main.length === 0) return null;
  const more = { places: main.filter((place) => !bar.includes(place)), settings };
  return (
    <nav
      aria-label={texts.main}
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="mx-auto flex max-w-xl">
        {bar.map((place) => (
          <li key={place.to} className="min-w-0 flex-1">
            <PlaceLink place={place} className={itemClass} />
          </li>
        ))}
        <li className="min-w-0 flex-1">
          <MorePanel {...more}>
            <button type="button" className={itemClass}>
              <MenuIcon aria-hidden />
              {texts.more}
            </button>
          </MorePanel>
        </li>
      </ul>
    </nav>
  );
}
