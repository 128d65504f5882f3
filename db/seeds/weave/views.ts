import type { Insertable } from 'kysely';
import type { OrganizationViewersTable, PostViewersTable } from '../../tables/posts.ts';
import { Random } from '../random.ts';
import type { Members } from './members.ts';
import type { Publication } from './publications.ts';
import type { Reaction } from './reactions.ts';
import { type Follow, later, momentBetween } from './relations.ts';

/** That a person looked at a post for the first time. */
export interface View {
  publication: Publication;
  viewerId: string;
  at: Date;
}

/** Who looked at what: everybody who reacted, before that, and others of whom followers are more likely to. */
export function view(
  members: Members,
  {
    publications,
    follows,
    reactions,
  }: { publications: readonly Publication[]; follows: readonly Follow[]; reactions: readonly Reaction[] },
  now: Date,
): View[] {
  const random = new Random('views');
  const reacted = Map.groupBy(reactions, ({ publication }) => publication.id);
  const following = new Set(follows.map(({ followerId, followingId }) => `${followerId} ${followingId}`));
  return publications.flatMap((publication) => {
    const { publishedAt, organization } = publication;
    if (!publishedAt) return [];
    const own = new Map(reacted.get(publication.id)?.map((reaction) => [reaction.person.id, reaction]));
    return members.people.flatMap(({ id: viewerId, joinedAt, content }): View[] => {
      const from = later(publishedAt, joinedAt);
      if (now.getTime() - from.getTime() <= 600_000) return [];
      const reaction = own.get(viewerId);
      if (reaction) {
        const first = Object.values(reaction.reactedAt).reduce(
          (one, other) => (other < one ? other : one),
          now,
        );
        const at = momentBetween(random, from, first);
        return [{ publication, viewerId, at: at < first ? at : first }];
      }
      const likelihood = following.has(`${viewerId} ${organization.id}`) ? 0.35 : 0.06;
      if (!random.chance(likelihood * Math.min(content.activity, 2))) return [];
      return [{ publication, viewerId, at: momentBetween(random, from, now, 2) }];
    });
  });
}

/** Views, the first ones of each organization, and how many each post has. */
export function weaveViews(views: readonly View[]) {
  const first = new Map<string, Insertable<OrganizationViewersTable>>();
  for (const { publication, viewerId: viewer_id, at: viewed_at } of views) {
    const organization_id = publication.organization.id;
    const key = `${viewer_id} ${organization_id}`;
    const known = first.get(key);
    if (!known || viewed_at < known.viewed_at) first.set(key, { organization_id, viewer_id, viewed_at });
  }
  return {
    post_viewers: views.map(
      ({ publication, viewerId: viewer_id, at: viewed_at }): Insertable<PostViewersTable> => ({
        post_id: publication.id,
        viewer_id,
        viewed_at,
      }),
    ),
    organization_viewers: [...first.values()],
  };
}
