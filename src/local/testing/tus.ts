import type * as Tus from 'tus-js-client';

/** Sends the requests of uploads in tests: to a real server, or to one of the test. */
export const reachUploads = {
  fetch: (_request: Request): Promise<Response> => Promise.reject(new Error('There is no server.')),
};

/** Origin of the addresses of uploads, which tests do not have. */
const origin = 'http://uploads.test';

/** Returns the library with requests and files of the test: Node's own cannot read a `Blob`. */
export function tusForTests(library: typeof Tus): typeof Tus {
  class Upload extends library.Upload {
    constructor(file: Blob, options: ConstructorParameters<typeof library.Upload>[1]) {
      const inTests = { fileReader: { openFile }, httpStack: { createRequest, getName: () => 'tests' } };
      const endpoint = `${origin}${options.endpoint ?? ''}`;
      super(file, { ...options, ...inTests, endpoint });
    }
  }
  return { ...library, Upload };
}

const openFile = async (blob: Blob) => ({
  size: blob.size,
  slice: async (start: number, end: number) => ({
    value: blob.slice(start, end),
    done: end >= blob.size,
  }),
  close: () => {},
});

function createRequest(method: string, url: string) {
  const headers = new Headers();
  const over = new AbortController();
  let progress = (_sent: number) => {};
  return {
    getMethod: () => method,
    getURL: () => url,
    setHeader: (name: string, value: string) => headers.set(name, value),
    getHeader: (name: string) => headers.get(name) ?? undefined,
    setProgressHandler: (handler: (sent: number) => void) => {
      progress = handler;
    },
    async send(body: Blob | null) {
      const request = new Request(url, {
        method,
        headers,
        signal: over.signal,
        ...(body && { body: await body.arrayBuffer() }),
      });
      const response = await reachUploads.fetch(request);
      progress(body?.size ?? 0);
      const text = await response.text();
      return {
        getStatus: () => response.status,
        getHeader: (name: string) => response.headers.get(name) ?? undefined,
        getBody: () => text,
        getUnderlyingObject: () => response,
      };
    },
    abort: async () => over.abort(),
    getUnderlyingObject: () => undefined,
  };
}
