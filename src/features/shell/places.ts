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

const feed: Place = { to: '/', label: 'Feed', icon: Home };
const discover: Place = {
  to: '/search/organization',
  label: 'Discover',
  icon: Compass,
  covers: '/search/community-activity',
};
const calendar: Place = { to: '/calender', label: 'Calender', icon: CalendarDays };
const mails: Place = { to: '/conversation/all', label: 'Mails', icon: Mail, covers: '/conversation/' };
const notifications: Place = { to: '/notification/all', label: 'Notifications', icon: Bell };
const dashboard: Place = { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard };
const posts: Place = { to: '/post/manage', label: 'Posts', icon: Newspaper };
const create: Place = {
  to: '/post/$orgId/create',
  params: { orgId: 'mine' },
  label: 'Create',
  icon: CirclePlus,
};
const wallet: Place = { to: '/wallet', label: 'Wallet', icon: Coins };
const password: Place = { to: '/user/change-password', label: 'Change Password', icon: KeyRound };

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
      { to: '/community/friends', label: 'Community', icon: UsersRound, covers: '/community/' },
      calendar,
      mails,
      notifications,
      wallet,
    ],
    settings: [
      { to: '/edit/individual/basic-info', label: 'Basic Information', icon: UserRound },
      { to: '/edit/individual/involvement', label: 'Involvement', icon: HandHeart },
      { to: '/edit/individual/privacy', label: 'Privacy', icon: ShieldCheck },
      { to: '/edit/individual/membership', label: 'Membership', icon: IdCard },
      password,
    ],
  },
  organization: {
    bar: [dashboard, feed, posts, create],
    main: [
      dashboard,
      feed,
      discover,
      { to: '/search/individual', label: 'Prospect', icon: UserRoundSearch },
      { to: '/cultivation/manage', label: 'Cultivate List', icon: ListChecks, covers: '/cultivation/' },
      { to: '/community/followers', label: 'Community', icon: UsersRound, covers: '/community/' },
      calendar,
      posts,
      mails,
      notifications,
      wallet,
    ],
    settings: [
      { to: '/edit/organization/basic-info', label: 'Basic Information', icon: SquarePen },
      { to: '/edit/organization/service-info', label: 'Service Information', icon: HandHeart },
      { to: '/edit/organization/membership', label: 'Membership', icon: IdCard },
      { to: '/edit/organization/social-media', label: 'Social Media', icon: Share2 },
      password,
    ],
  },
  admin: { main: [], settings: [] },
};
