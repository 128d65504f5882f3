import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import { placesOf } from './places.ts';
import { texts } from './shortcuts.texts.ts';

/** What a key does, as the list of shortcuts shows it. */
export interface Shortcut {
  /** Keys pressed one after the other. */
  keys: readonly string[];
  label: string;
  run: () => void;
}

/** Second keys of what begins with G, by address. */
const placeKeys: Record<string, string> = {
  '/': 'f',
  '/dashboard': 'd',
  '/search/organization': 's',
  '/search/individual': 'i',
  '/cultivation/manage': 'l',
  '/community/friends': 'o',
  '/community/followers': 'o',
  '/calender': 'c',
  '/post/manage': 'p',
  '/conversation/all': 'm',
  '/notification/all': 'n',
  '/wallet': 'w',
};

/** Returns what keys do for a user, or for a visitor. `go` opens an address of the app. */
export function shortcutsOf(user: CurrentUser | undefined, go: (to: string) => void): Shortcut[] {
  const places = user ? placesOf[user.userType].main : [];
  return [
    {
      keys: ['/'],
      label: texts.search,
      run: () => document.querySelector<HTMLElement>('header input')?.focus(),
    },
    { keys: ['j'], label: texts.nextPost, run: () => step(1) },
    { keys: ['k'], label: texts.previousPost, run: () => step(-1) },
    { keys: ['l'], label: texts.react, run: react },
    ...(user?.userType === 'organization'
      ? [{ keys: ['n'], label: texts.createPost, run: () => go(`/post/${user._id}/create`) }]
      : []),
    ...places.flatMap(({ to, label }) => {
      const key = placeKeys[to];
      return key ? [{ keys: ['g', key], label, run: () => go(to) }] : [];
    }),
  ];
}

const posts = () => [...document.querySelectorAll<HTMLElement>('main article')];
const current = () => document.activeElement?.closest<HTMLElement>('main article') ?? null;

/** Moves the focus to the title of the next post, or the one before. */
function step(by: 1 | -1): void {
  const all = posts();
  const at = current();
  const next = at ? all[all.indexOf(at) + by] : all.find((post) => post.getBoundingClientRect().bottom > 120);
  const title =
    next?.querySelector<HTMLElement>(':is(h1, h2, h3) a') ?? next?.querySelector<HTMLElement>('a');
  title?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'start' });
}

/** Presses the first reaction of the post that has the focus, or of the only one. */
function react(): void {
  const all = posts();
  const post = current() ?? (all.length === 1 ? all[0] : undefined);
  post?.querySelector<HTMLElement>('button[aria-pressed]')?.click();
}
