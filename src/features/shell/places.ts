import type { LinkProps } from '@tanstack/react-router';
import {
  Bell,
  CalendarDays,
  CirclePlus,
  Coins,
  Compass,
  HandHeart,
  Home,
  IdCard,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Mail,
  Newspaper,
  Share2,
  ShieldCheck,
  SquarePen,
  UserRound,
  UserRoundSearch,
  UsersRound,
} from 'lucide-react';
import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import * as texts from './menus.texts.ts';

/** Somewhere that a menu leads to. */
export interface Place {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: LucideIcon;
  /** What the addresses begin with that belong to it, too. */
  covers?: string;
  /** What the address needs. */
  params?: Record<string, string>;
}

const feed: Place = { to: '/', label: texts.feed, icon: Home };
const discover: Place = {
  to: '/search/organization',
  label: texts.discover,
  icon: Compass,
  covers: '/search/community-activity',
};
const calendar: Place = { to: '/calender', label: texts.calendar, icon: CalendarDays };
const mails: Place = { to: '/conversation/all', label: texts.mails, icon: Mail, covers: '/conversation/' };
const notifications: Place = { to: '/notification/all', label: texts.notifications, icon: Bell };
const dashboard: Place = { to: '/dashboard', label: texts.dashboard, icon: LayoutDashboard };
const posts: Place = { to: '/post/manage', label: texts.posts, icon: Newspaper };
const create: Place = {
  to: '/post/$orgId/create',
  params: { orgId: 'mine' },
  label: texts.create,
  icon: CirclePlus,
};
const wallet: Place = { to: '/wallet', label: texts.wallet, icon: Coins };
const password: Place = { to: '/user/change-password', label: texts.changePassword, icon: KeyRound };

interface Places {
  main: Place[];
  /** What a phone's bar has in place of the first of `main`. */
  bar?: Place[];
  settings: Place[];
}

/** Where each kind of user can go, in the order of the menus. An administrator has no menu. */
export const placesOf: Record<CurrentUser['userType'], Places> = {
  individual: {
    main: [
      feed,
      discover,
      { to: '/community/friends', label: texts.community, icon: UsersRound, covers: '/community/' },
      calendar,
      mails,
      notifications,
      wallet,
    ],
    settings: [
      { to: '/edit/individual/basic-info', label: texts.basicInformation, icon: UserRound },
      { to: '/edit/individual/involvement', label: texts.involvement, icon: HandHeart },
      { to: '/edit/individual/privacy', label: texts.privacy, icon: ShieldCheck },
      { to: '/edit/individual/membership', label: texts.membership, icon: IdCard },
      password,
    ],
  },
  organization: {
    bar: [dashboard, feed, posts, create],
    main: [
      dashboard,
      feed,
      discover,
      { to: '/search/individual', label: texts.prospect, icon: UserRoundSearch },
      { to: '/cultivation/manage', label: texts.cultivateList, icon: ListChecks, covers: '/cultivation/' },
      { to: '/community/followers', label: texts.community, icon: UsersRound, covers: '/community/' },
      calendar,
      posts,
      mails,
      notifications,
      wallet,
    ],
    settings: [
      { to: '/edit/organization/basic-info', label: texts.basicInformation, icon: SquarePen },
      { to: '/edit/organization/service-info', label: texts.serviceInformation, icon: HandHeart },
      { to: '/edit/organization/membership', label: texts.membership, icon: IdCard },
      { to: '/edit/organization/social-media', label: texts.socialMedia, icon: Share2 },
      password,
    ],
  },
  admin: { main: [], settings: [] },
};
