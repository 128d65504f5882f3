import { type RawBuilder, sql } from 'kysely';

const mark = '/* planned anew */';

/**
 * Put into a statement that is best read in one way for some values and in another for others, such as words that few
 * or many have: it is planned for its values each time. A plan that is kept for all values takes each word for rare.
 */
export const plannedAnew: RawBuilder<unknown> = sql.raw(mark);

/** Whether a statement has that mark. */
export const isPlannedAnew = (text: string): boolean => text.includes(mark);
