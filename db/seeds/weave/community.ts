import { endorse, join, weaveBelonging } from './belonging.ts';
import { weaveConversations } from './conversations.ts';
import { weaveDetails } from './details.ts';
import { gatherMembers, weaveMembers } from './members.ts';
import { weaveNotices } from './notices.ts';
import type { StoredPicture } from './pictures.ts';
import { lastPublished, publish, weavePublications } from './publications.ts';
import { react, share, weaveReactions } from './reactions.ts';
import { befriend, follow, weaveRelations } from './relations.ts';
import { view, weaveViews } from './views.ts';

/**
 * All rows of the demo community, by table, in an order in which they can be inserted. The same arguments give
 * the same rows.
 */
export function weaveCommunity(options: {
  now: Date;
  passwordHash: string;
  pictures: ReadonlyMap<string, StoredPicture>;
}) {
  const { now, passwordHash, pictures } = options;
  const members = gatherMembers(now);
  const publications = publish(members, now);
  const friendships = befriend(members, now);
  const follows = follow(members, friendships, now);
  const endorsements = endorse(members, follows, now);
  const memberships = join(members, follows, now);
  const reactions = react(members, publications, follows, now);
  const shares = share(members, publications, follows, now);
  const views = view(members, { publications, follows, reactions }, now);
  return {
    ...weaveMembers(members, { passwordHash, pictures, lastPublished: lastPublished(publications) }),
    ...weaveDetails(members),
    ...weaveRelations(follows, friendships),
    ...weaveBelonging(endorsements, memberships),
    ...weavePublications(publications, members, pictures, now),
    ...weaveReactions(publications, { reactions, shares, views }),
    ...weaveViews(views),
    ...weaveConversations(members, now),
    ...weaveNotices(
      members,
      { friendships, follows, endorsements, memberships, publications, reactions },
      now,
    ),
  };
}
