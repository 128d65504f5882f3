/** The place in a list with page links, from the address: page links put both there. */
export interface PlaceInPages {
  page?: number | undefined;
  cursor?: string | undefined;
}

/** Returns the page from an address; what cannot be a page is the first. */
export function readPlace({ page, cursor }: Record<string, unknown>): PlaceInPages {
  return typeof page === 'number' && Number.isInteger(page) && isCursor(cursor) ? { page, cursor } : {};
}

const isCursor = (cursor: unknown): cursor is string =>
  typeof cursor === 'string' &&
  /^(?:(?:ended_)?[0-9a-z]{1,11}_)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cursor);
