import type { Db } from '#db/database.ts';

/** How an individual wants to help; undefined for who is none. */
export function findInvolvement(db: Db, userId: string) {
  return db
    .selectFrom('individuals')
    .select([
      'community_involvement',
      'looking_for_volunteering_opportunity',
      'looking_for_project',
      'looking_for_membership',
      'looking_for_committee',
      'availability_per_week',
      'type_of_involvement',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Who may see an individual; undefined for who is none. */
export function findPrivacy(db: Db, userId: string) {
  return db
    .selectFrom('individuals')
    .select([
      'is_calendar_public',
      'is_email_searchable',
      'is_user_searchable',
      'show_on_search',
      'show_activity',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Whom an organization serves; undefined for who is none. */
export function findServiceInfo(db: Db, userId: string) {
  return db
    .selectFrom('organizations')
    .select(['service_area_types', 'service_areas', 'keywords', 'donation_link', 'news_letter_link'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** An organization's own pages; undefined for who is none. */
export function findInternalLink(db: Db, userId: string) {
  return db
    .selectFrom('organizations')
    .select(['events_link', 'rss_link', 'blog_link'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
