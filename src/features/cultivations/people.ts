import type { PeopleSource } from '#server/cultivations/cultivations.schema.ts';

/** People whom something is done for: by their ids, or as those whom a search finds, who are on a list or reacted to a post. */
export type People = PeopleSource;
