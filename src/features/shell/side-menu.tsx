import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import * as texts from './menus.texts.ts';
import { PlaceLink } from './place-link.tsx';
import { type Place, placesOf } from './places.ts';

/** The menu beside the reading column, where there is room for it. */
export function SideMenu({ user }: { user: CurrentUser }) {
  const { main, settings } = placesOf[user.userType];
  if (main.length === 0) return null;
  return (
    <nav aria-label={texts.main} className="flex flex-col gap-6">
      <PlaceList places={main} />
      <section aria-labelledby="settings-heading">
        <h2
          id="settings-heading"
          className="px-3 pb-1.5 font-semibold text-muted text-xs uppercase tracking-wide"
        >
          {texts.profileSettings}
        </h2>
        <PlaceList places={settings} />
      </section>
    </nav>
  );
}

function PlaceList({ places }: { places: Place[] }) {
  return (
    <ul className="flex flex-col gap-0.5">
      {places.map((place) => (
        <li key={place.to}>
          <PlaceLink
            place={place}
            className="flex h-10 items-center gap-3 rounded-md px-3 font-medium text-ink text-sm no-underline transition-colors hover:bg-sunken aria-[current=page]:bg-brand-soft aria-[current=page]:font-semibold aria-[current=page]:text-brand-ink [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:opacity-80"
          />
        </li>
      ))}
    </ul>
  );
}
