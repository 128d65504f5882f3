import { type RawBuilder, sql } from 'kysely';
import { isBlockedBetween, mayFindIndividual, maySeeActivity } from '../access.ts';
import { boxesAround } from '../circles.ts';
import { earthRadiusKilometers } from '../earth.schema.ts';
import { type Condition, type ReactionType, type Rules, reactionTypes } from './rules.schema.ts';

/** Whose rules, and when. */
export interface RuleScope {
  organizationId: string;
  now: Date;
  /** Only these people; everybody where it is absent. */
  userIds?: readonly string[] | undefined;
}

/**
 * Selects as `id` the individuals of whom all conditions hold: those whom the organization may find, without a block
 * between the two. Who hides what they do from the organization meets no condition on it.
 */
export function selectMatching({ all }: Rules, scope: RuleScope): RawBuilder<{ id: string }> {
  const { organizationId, userIds } = scope;
  const conditions = [
    ...(userIds ? [sql`i.user_id = any(${userIds}::uuid[])`] : []),
    ...all.map((one) => compile(one, scope)),
  ];
  return sql`
    select i.user_id as id from individuals as i
    where ${sql.join(conditions, sql` and `)} and i.first_name <> ''
      and ${mayFindIndividual('i', organizationId)} and not ${isBlockedBetween('i.user_id', organizationId)}`;
}

/**
 * Whether the organization may learn that the individual of a row has left a list with these rules. Otherwise it would
 * learn that they hide what they do, or themselves.
 */
export const mayKnowOfLeaving = (row: string, organizationId: string, rules: Rules): RawBuilder<boolean> =>
  sql<boolean>`(${mayFindIndividual(row, organizationId)}
    and not ${isBlockedBetween(`${row}.user_id`, organizationId)}
    and ${readsActivity(rules) ? maySeeActivity(`${row}.user_id`, organizationId) : sql`true`})`;

const readsActivity = ({ all }: Rules) =>
  all.some(({ about }) => about === 'reactions' || about === 'silence');

function compile(one: Condition, scope: RuleScope): RawBuilder<unknown> {
  const { organizationId, now } = scope;
  switch (one.about) {
    case 'reactions':
      return sql`(i.user_id in (
        select said.user_id ${fromReactions(one.what, one.days, scope)}
          ${scope.userIds ? sql`and said.user_id = any(${scope.userIds}::uuid[])` : sql``}
        group by said.user_id having ${countSince(one.what, since(now, one.days))} >= ${one.times}
      ) and ${maySeeActivity('i.user_id', organizationId)})`;
    case 'silence':
      return sql`(not exists (
        select ${fromReactions(reactionTypes, one.days, scope)} and said.user_id = i.user_id
      ) and ${maySeeActivity('i.user_id', organizationId)})`;
    case 'follows':
      return relates(one.holds, 'follower_id', sql`follows where following_id = ${organizationId}`);
    case 'endorses':
      return relates(one.holds, 'endorser_id', sql`endorsements where endorsee_id = ${organizationId}`);
    case 'membership':
      return relates(one.holds, 'individual_id', memberships(organizationId, one.types, now));
    case 'invited':
      return relates(
        one.holds,
        'invitee_id',
        sql`follow_invitations where organization_id = ${organizationId}`,
      );
    case 'place':
      return livesIn(one);
    case 'skills':
      return relates(true, 'user_id', sql`user_skills where skill_id = any(${one.ids}::text[])`);
    case 'causes':
      return relates(true, 'user_id', sql`user_impact_areas where impact_area_id = any(${one.ids}::text[])`);
  }
}

/** Whether rows name the individual. Written in the two ways of which databases make joins. */
const relates = (holds: boolean, column: string, rows: RawBuilder<unknown>) =>
  holds
    ? sql`i.user_id in (select ${sql.ref(column)} from ${rows})`
    : sql`not exists (select from ${rows} and ${sql.ref(column)} = i.user_id)`;

const dayMs = 24 * 3_600_000;
const since = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

const columnOf = (what: ReactionType) => sql.ref<Date>(`said.${what}_at`);

/** The reactions since a day, of these kinds, to posts of the organization. */
const fromReactions = (
  what: readonly ReactionType[],
  days: number,
  { organizationId, now }: RuleScope,
) => sql`
  from posts as p join post_interests as said on said.post_id = p.id
  where p.creator_id = ${organizationId} and (${sql.join(
    what.map((one) => sql`${columnOf(one)} > ${since(now, days)}::timestamptz`),
    sql` or `,
  )})`;

const countSince = (what: readonly ReactionType[], from: Date) =>
  sql.join(
    what.map((one) => sql`count(*) filter (where ${columnOf(one)} > ${from}::timestamptz)`),
    sql` + `,
  );

const memberships = (organizationId: string, types: readonly string[] | undefined, now: Date) => {
  const month = 12 * now.getUTCFullYear() + now.getUTCMonth();
  return sql`memberships
    where organization_id = ${organizationId} and status = 'accepted'
      and start_month <= ${month} and (end_month is null or end_month >= ${month})
      ${types ? sql`and membership_type = any(${types}::text[])` : sql``}`;
};

/** Whether the individual lives in a circle, by the rounded place of their address. Boxes around it find them. */
function livesIn({ latitude, longitude, kilometers }: Extract<Condition, { about: 'place' }>) {
  const place = sql`(coarse_place(i.address))`;
  const boxes = boxesAround({ latitude, longitude }, kilometers).map(
    ({ south, north, west, east }) =>
      sql`${place} <@ box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))`,
  );
  const haversine = sql`
    power(sin(radians(${place}[1] - ${latitude}::float8) / 2), 2)
    + cos(radians(${latitude}::float8)) * cos(radians(${place}[1]))
      * power(sin(radians(${place}[0] - ${longitude}::float8) / 2), 2)`;
  return sql`((${sql.join(boxes, sql` or `)})
    and 2 * ${earthRadiusKilometers}::float8 * asin(sqrt(least(1, ${haversine}))) <= ${kilometers}::float8)`;
}
