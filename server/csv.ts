import { stringify } from 'csv-stringify/browser/esm/sync';

/** Begins a file: spreadsheets take one for UTF-8 only where it begins so. */
const byteOrderMark = '\uFEFF';

/**
 * Returns a response with a table as a CSV file, which is sent while it is read, so that it may be long. `total` is how
 * many rows there are, for clients that show progress.
 */
export function csvResponse(
  fileName: string,
  columns: readonly string[],
  batches: AsyncIterable<readonly string[][]>,
  total: number,
): Response {
  return new Response(streamOf(textsOf(columns, batches)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'x-content-type-options': 'nosniff',
      'x-total-count': String(total),
    },
  });
}

async function* textsOf(
  columns: readonly string[],
  batches: AsyncIterable<readonly string[][]>,
): AsyncGenerator<string> {
  yield byteOrderMark + toCsv([[...columns]]);
  for await (const rows of batches) yield toCsv(rows);
}

/** Rows in the format of RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe before it. */
const toCsv = (rows: readonly string[][]): string =>
  stringify([...rows], { escape_formulas: true, record_delimiter: 'windows' });

/** Texts as bytes, made as fast as they are taken. */
function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}
