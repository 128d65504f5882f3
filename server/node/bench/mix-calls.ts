import { v7 as uuid } from 'uuid';
import type { Member } from './crowd.ts';
import { type Inhabitant, searchedNames, type Town } from './town.ts';

/** Who calls, and when. */
export interface Turn {
  town: Town;
  person: Inhabitant;
  /** The place of the person among all. */
  index: number;
  /** How many calls of the kind were made before, and how often everybody had their turn. */
  turn: number;
  round: number;
}

/** What is sent. */
export interface Call {
  path: string;
  /** Of a write. */
  body?: string;
  /** Where it is not the person whose turn it is. */
  as?: Member | undefined;
}

/** Something that people do with the product. */
export interface Kind {
  what: string;
  /** How many of 10,000 calls are of the kind, and why. */
  share: number;
  why: string;
  /** Whether a replica can serve it. The session is looked up at the primary even so. */
  isRead: boolean;
  /** How many are made in a row at most, where each leaves work for long after it. */
  most?: number;
  /** Absent where it is a stream that is opened at an earlier event, and closed once it has brought what came since. */
  call?: (turn: Turn) => Call;
}

/** How often each user calls in a minute, who also has a stream open: a tap, a scroll or a return every 15 seconds. */
export const callsPerMinute = 4;

/** Seconds for which a process is called at least before it counts. */
export const warmUpSeconds = 10;

export type KindName = 'feed' | 'catch-up' | 'search' | 'calendar' | 'like' | 'message' | 'publish';

/**
 * What people do, and how often. Nobody has used the product for long enough to count it: each share is an assumption,
 * with what it says of one user at that pace. Whoever knows better changes it here and measures again.
 */
export const kinds: Record<KindName, Kind> = {
  feed: {
    what: 'feed: a page of 30 posts',
    share: 3500,
    why: 'Three pages in two minutes: opening the app, coming back to it, scrolling on.',
    isRead: true,
    call: () => query('feeds.home', { limit: 30 }),
  },
  'catch-up': {
    what: 'catching up: a stream that brings 5 events',
    share: 2500,
    why: 'Once a minute a phone wakes or changes its network; what happens meanwhile comes over the open stream.',
    isRead: false,
  },
  search: {
    what: 'search: people, organizations, posts',
    share: 800,
    why: 'One in three minutes, for every four or five pages of the feed.',
    isRead: true,
    call: search,
  },
  calendar: {
    what: 'calendar: a month',
    share: 800,
    why: 'As often as a search.',
    isRead: true,
    call: ({ person: { id } }) =>
      query('calendar.ofUser', { id, filters: { startDate: daysFromNow(-20), endDate: daysFromNow(10) } }),
  },
  like: {
    what: 'like, with its notification',
    share: 1500,
    why: 'One for two or three pages of the feed.',
    isRead: false,
    call: ({ town: { likable }, round, index }) =>
      write('posts.like', { id: likable[(round + index) % likable.length] }),
  },
  message: {
    what: 'message, on the streams of both',
    share: 898,
    why: 'One in three minutes: few write more, and most write less.',
    isRead: false,
    call: ({ person: { otherIds }, round }) =>
      write('conversations.send', {
        _id: uuid(),
        receiverId: otherIds[round % otherIds.length],
        text: 'See you at the kitchen, with soup and bread.',
      }),
  },
  publish: {
    what: 'publishing, with 200 notifications',
    share: 2,
    why: 'An organization for ten people, of whom one is there at a time, publishes once a day.',
    isRead: false,
    most: 100,
    call: ({ town: { publishers }, turn }) => ({
      ...write('posts.create', {
        _id: uuid(),
        postType: 'general',
        title: 'Soup on Thursday',
        description: 'We cook for everybody, and everybody is welcome to help. Bring a knife and an apron.',
        isActive: true,
        undoable: true,
      }),
      as: publishers[turn % publishers.length],
    }),
  },
};

/** What every read costs the primary where replicas serve reads: its session is looked up. */
export const sessionCheck: Kind = {
  what: 'for comparison: a session and the end of its event log',
  share: 0,
  why: 'It is a part of every call.',
  isRead: false,
  call: () => ({ path: '/api/trpc/events.head' }),
};

function query(procedure: string, input: object): Call {
  return { path: `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}` };
}

function write(procedure: string, input: object): Call {
  return { path: `/api/trpc/${procedure}`, body: JSON.stringify(input) };
}

/** Two of four searches are for people, one is for organizations and one for posts. */
function search({ turn }: Turn): Call {
  if (turn % 4 === 0) return query('posts.search', { filters: { title: 'soup' } });
  if (turn % 4 === 1)
    return query('search.organizations', { filters: { name: `Organization ${1 + (turn % 99)}` } });
  return query('profiles.search', { name: searchedNames[turn % searchedNames.length] });
}

function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();
}
