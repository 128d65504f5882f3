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
  snapshot: once(fetchSnapshot),
};

/** Compiles while it arrives, which keeps the compiled code in the browser's cache, too. */
async function compile(): Promise<WebAssembly.Module> {
  const response = await fetchFile(wasmUrl);
  // A host that does not know the file's type must not stop the product.
  return response.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

async function fetchBlob(url: string): Promise<Blob> {
  return (await fetchFile(url)).blob();
}

/** Decompressed already where the host says `Content-Encoding: gzip`: the browser does that beside this thread. */
async function fetchSnapshot(): Promise<Blob> {
  const blob = await fetchBlob(snapshotPath);
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  const isGzip = first === 0x1f && second === 0x8b;
  return isGzip ? new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).blob() : blob;
}

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
