import { type UserColumn, userColumns } from '#server/cultivations/user-columns.schema.ts';

/** Which users of a list are shown, in what order, from the page's address. */
export interface ListAddress {
  search?: string | undefined;
  /** Only those who have this tag of the organization's. */
  tag?: string | undefined;
  sort?: UserColumn | undefined;
  order?: 'ascending' | undefined;
  page?: number | undefined;
  cursor?: string | undefined;
  /** Whose panel is open. */
  person?: string | undefined;
}

/** Returns what of an address is meant; all else in it is nothing. */
export function readListAddress(found: Record<string, unknown>): ListAddress {
  const { search, tag, sort, order, page, cursor, person } = found;
  const column = userColumns.find((one) => one === sort);
  const isPlace = typeof page === 'number' && Number.isInteger(page) && typeof cursor === 'string';
  return {
    // The router reads what looks like a number as one.
    ...((typeof search === 'string' || typeof search === 'number') && {
      search: String(search).slice(0, 200),
    }),
    ...((typeof tag === 'string' || typeof tag === 'number') && { tag: String(tag).slice(0, 40) }),
    ...(typeof person === 'string' && { person }),
    ...(column && { sort: column }),
    ...(order === 'ascending' && { order }),
    ...(isPlace && { page, cursor }),
  };
}
