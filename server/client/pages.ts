/** A place in a list, as the input of its query has it. */
interface Place {
  cursor?: string;
  page?: number;
}

/** A page of a list, as far as it leads to the next one. */
interface AnyPage {
  items: readonly unknown[];
  cursor?: string | null;
  page?: number;
  pages?: readonly { page: number; cursor: string | null }[];
}

/** Reads all pages of a list from the input's on, each one when it is asked for. */
export async function* readPages(
  read: (input: object) => Promise<unknown>,
  input: object = {},
): AsyncGenerator<AnyPage, void, undefined> {
  let place: Place | undefined = {};
  while (place) {
    const page = (await read({ ...input, ...place })) as AnyPage;
    yield page;
    place = placeAfter(page);
  }
}

/** Reads the items of all pages of a list. */
export async function* readItems(
  read: (input: object) => Promise<unknown>,
  input?: object,
): AsyncGenerator<unknown, void, undefined> {
  for await (const page of readPages(read, input)) yield* page.items;
}

/** Where the page after one begins; undefined after the last. */
function placeAfter({ cursor, page = 1, pages = [] }: AnyPage): Place | undefined {
  if (typeof cursor === 'string') return { cursor };
  const next = pages.find((other) => other.page === page + 1);
  return typeof next?.cursor === 'string' ? { page: next.page, cursor: next.cursor } : undefined;
}
