import { type Kysely, sql } from 'kysely';

/** Accounts, profiles, relations, posts, notifications and the event log. Frozen: later changes are new files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // Accounts. The unique index on email is also what sign-in looks up.
  sql`create table users (
    id uuid primary key,
    user_type text not null check (user_type in ('individual', 'organization', 'admin')),
    email text not null unique check (email = lower(email)),
    password_hash text not null,
    created_at timestamptz(3) not null
  )`,
  sql`create table sessions (
    id text primary key,
    user_id uuid not null references users on delete cascade,
    expires_at timestamptz(3) not null,
    created_at timestamptz(3) not null
  )`,
  // A password change ends a user's other sessions.
  sql`create index sessions_by_user on sessions (user_id)`,
  // Expired sessions are swept.
  sql`create index sessions_by_expiry on sessions (expires_at)`,
  sql`create table password_resets (
    token_hash text primary key,
    user_id uuid not null references users on delete cascade,
    expires_at timestamptz(3) not null,
    used_at timestamptz(3)
  )`,
  // A new request, or a used token, ends the user's older tokens.
  sql`create index password_resets_by_user on password_resets (user_id)`,

  // Lookup lists.
  sql`create table impact_areas (id text primary key, name text not null unique)`,
  sql`create table skills (id text primary key, name text not null unique)`,

  // Profiles.
  sql`create table individuals (
    user_id uuid primary key references users on delete cascade,
    first_name text not null default '',
    last_name text not null default '',
    date_of_birth text check (date_of_birth ~ '^\\d{4}-\\d{2}-\\d{2}$'),
    kids text check (kids in ('0', '1', '2', '3', '4', '4+')),
    phone text,
    gender text,
    races text[] not null default '{}',
    profile_picture text,
    address jsonb not null default '{}',
    is_calendar_public boolean not null default false,
    is_email_searchable boolean not null default true,
    is_user_searchable boolean not null default true,
    show_on_search text not null default 'always' check (show_on_search in ('always', 'never', 'friends-of-friends')),
    show_activity text not null default 'Public' check (show_activity in ('Public', 'no-one', 'friends', 'friends-of-friends'))
  )`,
  sql`create table organizations (
    user_id uuid primary key references users on delete cascade,
    name text not null default '',
    mission text,
    description text,
    phone text,
    ein text,
    website text,
    contact_email text,
    profile_picture text,
    address jsonb not null default '{}',
    last_published_at timestamptz(3)
  )`,
  // Suggested organizations for a reader who follows nobody: the recently active ones.
  sql`create index organizations_by_activity on organizations (last_published_at desc nulls last, user_id desc)`,
  sql`create table user_impact_areas (
    user_id uuid not null references users on delete cascade,
    impact_area_id text not null references impact_areas,
    primary key (user_id, impact_area_id)
  )`,
  // Who works for a cause: suggestions.
  sql`create index user_impact_areas_by_area on user_impact_areas (impact_area_id, user_id)`,

  // Relations. The unique pair makes following idempotent and answers "does a follow b", and "whom does a follow".
  sql`create table follows (
    id uuid primary key,
    follower_id uuid not null references users on delete cascade,
    following_id uuid not null references users on delete cascade,
    created_at timestamptz(3) not null,
    unique (follower_id, following_id),
    check (follower_id <> following_id)
  )`,
  // The followers list, newest first, and the count of new ones.
  sql`create index follows_followers on follows (following_id, created_at desc, follower_id desc)`,
  // The followings list, newest first.
  sql`create index follows_followings on follows (follower_id, created_at desc, following_id desc)`,
  sql`create table friendships (
    id uuid primary key,
    sender_id uuid not null references users on delete cascade,
    receiver_id uuid not null references users on delete cascade,
    status text not null check (status in ('pending', 'accepted')),
    created_at timestamptz(3) not null,
    accepted_at timestamptz(3),
    check (sender_id <> receiver_id),
    check ((status = 'accepted') = (accepted_at is not null))
  )`,
  // One friendship a pair, whoever asked: requests both ways at once make one row.
  sql`create unique index friendships_pair on friendships (least(sender_id, receiver_id), greatest(sender_id, receiver_id))`,
  // A person's friends and requests, from either side.
  sql`create index friendships_by_sender on friendships (sender_id, status, receiver_id)`,
  sql`create index friendships_by_receiver on friendships (receiver_id, status, sender_id)`,

  // Posts.
  sql`create table posts (
    id uuid primary key,
    creator_id uuid not null references users on delete cascade,
    post_type text not null check (post_type in ('event', 'project', 'general', 'volunteering', 'in-kind', 'advocacy')),
    title text not null,
    description text not null,
    keywords text[] not null default '{}',
    start_at timestamptz(3),
    end_at timestamptz(3),
    time_zone text,
    full_address text,
    latitude double precision check (latitude between -90 and 90),
    longitude double precision check (longitude between -180 and 180),
    is_active boolean not null,
    published_at timestamptz(3),
    top_need boolean not null default false,
    post_url text,
    contact text,
    expected_required_hours double precision check (expected_required_hours between 0 and 100),
    petition_link text,
    scheduled_publish boolean not null default false,
    scheduled_publish_at timestamptz(3),
    social_media_sharing jsonb not null default '{}',
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    check (is_active = (published_at is not null)),
    check (not (is_active and scheduled_publish)),
    check (scheduled_publish = (scheduled_publish_at is not null)),
    check (end_at is null or start_at is not null and end_at >= start_at)
  )`,
  // An organization's published posts, newest first: its page, and the feed's walk over the organizations followed.
  sql`create index posts_published_by_creator on posts (creator_id, published_at desc, id desc) where is_active`,
  // Everything published, newest first: what a visitor sees.
  sql`create index posts_published on posts (published_at desc, id desc) where is_active`,
  // Managing one's own posts, drafts included.
  sql`create index posts_by_creator on posts (creator_id, created_at desc, id desc)`,
  // What is due to be published.
  sql`create index posts_scheduled on posts (scheduled_publish_at) where scheduled_publish`,
  sql`create table post_images (
    post_id uuid not null references posts on delete cascade,
    position integer not null,
    path text not null,
    width integer not null,
    height integer not null,
    description text not null default '',
    created_at timestamptz(3) not null,
    primary key (post_id, position)
  )`,
  sql`create table post_required_items (
    post_id uuid not null references posts on delete cascade,
    position integer not null,
    name text not null,
    requirement text not null,
    needed_by text not null check (needed_by ~ '^\\d{4}-\\d{2}-\\d{2}$'),
    primary key (post_id, position)
  )`,
  sql`create table post_impact_areas (
    post_id uuid not null references posts on delete cascade,
    impact_area_id text not null references impact_areas,
    published_at timestamptz(3),
    primary key (post_id, impact_area_id)
  )`,
  // The newest posts of a cause: the feed's third source.
  sql`create index post_impact_areas_newest on post_impact_areas (impact_area_id, published_at desc, post_id desc)
    where published_at is not null`,
  sql`create table post_skills (
    post_id uuid not null references posts on delete cascade,
    skill_id text not null references skills,
    primary key (post_id, skill_id)
  )`,
  sql`create table post_interests (
    post_id uuid not null references posts on delete cascade,
    user_id uuid not null references users on delete cascade,
    liked_at timestamptz(3),
    interested_at timestamptz(3),
    going_at timestamptz(3),
    primary key (post_id, user_id)
  )`,
  // What a person reacted to.
  sql`create index post_interests_by_user on post_interests (user_id, post_id)`,
  // Counters change often and never take part in an index, so that updates stay within their page.
  sql`create table post_counters (
    post_id uuid primary key references posts on delete cascade,
    liked integer not null default 0 check (liked >= 0),
    interested integer not null default 0 check (interested >= 0),
    going integer not null default 0 check (going >= 0),
    views integer not null default 0 check (views >= 0)
  ) with (fillfactor = 70)`,
  sql`create table shares (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    post_id uuid not null references posts on delete cascade,
    created_at timestamptz(3) not null,
    unique (user_id, post_id)
  )`,
  // What a friend shared, newest first: the feed's second source.
  sql`create index shares_by_user on shares (user_id, created_at desc, post_id)`,
  // Deleting a post deletes its shares.
  sql`create index shares_by_post on shares (post_id)`,

  // Notifications.
  sql`create table notifications (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    type text not null,
    post_id uuid references posts on delete cascade,
    latest_at timestamptz(3) not null,
    is_read boolean not null default false,
    is_open boolean not null default true
  )`,
  // One open line per type and object: a further sender joins it.
  sql`create unique index notifications_open on notifications (user_id, type, post_id) nulls not distinct where is_open`,
  // The list, newest first.
  sql`create index notifications_list on notifications (user_id, latest_at desc, id desc)`,
  // The badge.
  sql`create index notifications_unread on notifications (user_id) where not is_read`,
  // Deleting a post deletes what was said of it.
  sql`create index notifications_by_post on notifications (post_id) where post_id is not null`,
  sql`create table notification_senders (
    notification_id uuid not null references notifications on delete cascade,
    user_id uuid not null references users on delete cascade,
    type text not null,
    object_id uuid not null,
    sender_id uuid not null references users on delete cascade,
    created_at timestamptz(3) not null,
    primary key (notification_id, sender_id),
    unique (user_id, type, object_id, sender_id)
  )`,
  sql`create index notification_senders_by_sender on notification_senders (sender_id)`,

  // The event log of each user.
  sql`create table user_heads (
    user_id uuid primary key references users on delete cascade,
    seq bigint not null default 0
  ) with (fillfactor = 70)`,
  sql`create table user_events (
    user_id uuid not null references users on delete cascade,
    seq bigint not null,
    type text not null,
    payload jsonb not null,
    op_id uuid,
    created_at timestamptz(3) not null,
    primary key (user_id, seq)
  )`,
  // Old events are swept.
  sql`create index user_events_by_age on user_events (created_at)`,
];
