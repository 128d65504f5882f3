import { type UserColumn, userColumns } from '#server/cultivations/user-columns.schema.ts';

/** Which users of a list are shown, in what order, from the page's address. */
export interface ListAddress {
  search?: string | undefined;
  sort?: UserColumn | undefined;
  order?: 'ascending' | undefined;
  page?: number | undefined;
  cursor?: string | undefined;
}

/** Returns what of an address is meant; all else in it is nothing. */
export function readListAddress({ search, sort, order, page, cursor }: Record<string, unknown>): ListAddress {
  const column = userColumns.find((one) => one === sort);
  const isPlace = typeof page === 'number' && Number.isInteger(page) && typeof cursor === 'string';
  return {
    // The router reads what looks like a number as one.
    ...((typeof search === 'string' || typeof search === 'number') && {
      search: String(search).slice(0, 200),
    }),
    ...(column && { sort: column }),
    ...(order === 'ascending' && { order }),
    ...(isPlace && { page, cursor }),
  };
}
