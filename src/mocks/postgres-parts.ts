import dataUrl from '@electric-sql/pglite/pglite.data?url';
import wasmUrl from '@electric-sql/pglite/pglite.wasm?url';
import { snapshotPath } from './protocol.ts';

/**
 * What a Postgres is started from in this browser. Each is fetched once, when it is first asked for, and again where
 * that failed.
 */
export const postgresParts = {
  /** Postgres itself, compiled. */
  module: once(compile),
  /** The files that every Postgres reads. */
  files: once(() => fetchBlob(dataUrl)),
  /** The data folder with the demo community, as a tar. */
  snapshot: once(() => fetchBlob(snapshotPath, unzip)),
};

/** Compiles while it arrives, which keeps the compiled code in the browser's cache, too. */
async function compile(): Promise<WebAssembly.Module> {
  const response = await fetchFile(wasmUrl);
  // A host that does not know the file's type must not stop the product.
  return response.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

async function fetchBlob(url: string, read = (response: Response) => response): Promise<Blob> {
  return read(await fetchFile(url)).blob();
}

/** While it arrives: PGlite would begin with it when Postgres is compiled. */
const unzip = ({ body }: Response) => new Response(body?.pipeThrough(new DecompressionStream('gzip')));

async function fetchFile(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be fetched: status ${response.status}.`);
  return response;
}

function once<T>(fetchIt: () => Promise<T>): () => Promise<T> {
  let fetched: Promise<T> | undefined;
  return () => {
    fetched ??= fetchIt().catch((error: unknown) => {
      fetched = undefined;
      throw error;
    });
    return fetched;
  };
}
