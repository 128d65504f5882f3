import { displayName } from '../hydrate/profiles.ts';
import type { AdditionRow, findCultivation, ListedUserRow } from './cultivations.queries.ts';
import type { AdditionView, CultivationUserView, CultivationView } from './cultivations.schema.ts';
import { readRules } from './rules.schema.ts';

type CultivationRow = NonNullable<Awaited<ReturnType<typeof findCultivation>>>;

/** A list as outputs show it. */
export const presentCultivation = (row: CultivationRow): CultivationView => ({
  _id: row.id,
  title: row.title,
  description: row.description,
  createdAt: row.created_at.toISOString(),
  creatorId: row.creator_id,
  totalUsers: row.total,
  keepsItself: row.rules !== null,
  rules: readRules(row.rules) ?? null,
  filledAt: row.filled_at?.toISOString() ?? null,
});

/** An addition of many people as outputs show it. */
export const presentAddition = (row: AdditionRow): AdditionView => ({
  _id: row.id,
  cultivationId: row.cultivation_id,
  total: row.total,
  done: row.done,
  added: row.added,
  state: row.finished_at ? 'done' : 'adding',
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});

/** A user on a list as outputs show them. */
export const presentListedUser = (row: ListedUserRow): CultivationUserView => ({
  _id: row.id,
  userType: row.user_type,
  basicInfo: {
    firstName: row.first_name,
    lastName: row.last_name,
    name: displayName(row),
    profilePicture: row.profile_picture,
  },
  addedAt: row.added_at.toISOString(),
  totalInteractions: row.total,
  lastLiked: row.liked && { likedAt: instantOf(row.liked) },
  lastLikedPost: row.liked && postOf(row.liked),
  lastInterested: row.interested && { interestedAt: instantOf(row.interested) },
  lastInterestedPost: row.interested && postOf(row.interested),
  lastGoing: row.going && { goingAt: instantOf(row.going) },
  lastGoingPost: row.going && postOf(row.going),
  follows: row.follows,
  endorses: row.endorses,
  invited: row.invited,
});

type LastReaction = NonNullable<ListedUserRow['liked']>;

const instantOf = ({ at }: LastReaction) => new Date(at).toISOString();
const postOf = ({ _id, postType, title }: LastReaction) => ({ _id, postType, title });
