import { DataStore, ERRORS, type Locker, Server, Upload } from '@tus/server';
import { v7 as uuid } from 'uuid';
import type { UploadStore, UploadsPort, Upload as UserUpload } from '#server/ports.ts';

/** The tus protocol by its reference implementation for Node. */
export function createTusUploads(): UploadsPort {
  const locker = createLocker();
  return {
    async handle(request, path, store) {
      const outcome: { error?: unknown } = {};
      const server = new Server({
        path,
        datastore: new StoreOfUser(store, (error) => {
          outcome.error = error;
        }),
        locker,
        // What has arrived is stored at once when another request takes over.
        lockDrainTimeout: 1,
        relativeLocation: true,
        allowedOrigins: [],
        namingFunction: () => uuid(),
        // Before the lock, with which a request can end another one for the same upload.
        async onIncomingRequest({ method }, id) {
          if (method !== 'POST' && !(await store.find(id))) throw ERRORS.FILE_NOT_FOUND;
        },
      });
      const { url, method, headers, body } = request;
      const whole = { method, headers, ...(body && { body: endAtError(body), duplex: 'half' }) };
      const response = await server.handleWeb(new Request(url, whole));
      if ('error' in outcome) throw outcome.error;
      return response;
    },
  };
}

/** A body that ends where it breaks off: all that arrived goes to the store, and nothing that waits in between is lost. */
function endAtError(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const next = await reader.read().catch(() => undefined);
      if (next?.value) controller.enqueue(next.value);
      else controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** The store of one request. Errors are also handed to `onError`: the protocol would make a text of them. */
class StoreOfUser extends DataStore {
  readonly #store: UploadStore;
  readonly #onError: (error: unknown) => void;

  constructor(store: UploadStore, onError: (error: unknown) => void) {
    super();
    this.extensions = ['creation', 'creation-with-upload', 'expiration', 'termination'];
    this.#store = store;
    this.#onError = onError;
  }

  async #noteError<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.#onError(error);
      throw error;
    }
  }

  override async create({ id, size, metadata }: Upload): Promise<Upload> {
    const known = Object.entries(metadata ?? {}).map(([name, value]) => [name, value ?? '']);
    const upload = { id, bytes: size ?? 0, metadata: Object.fromEntries(known) };
    return toTus(await this.#noteError(this.#store.create(upload)));
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await this.#noteError(this.#store.find(id));
    if (!upload) throw ERRORS.FILE_NOT_FOUND;
    return toTus(upload);
  }

  override async write(stream: AsyncIterable<Uint8Array>, id: string, offset: number): Promise<number> {
    const source: { error?: unknown } = {};
    async function* chunks() {
      try {
        yield* stream;
      } catch (error) {
        source.error = error;
        throw error;
      }
    }
    try {
      return await this.#store.append(id, offset, chunks());
    } catch (error) {
      // What is wrong with the request gets a response of the protocol.
      if (error !== source.error) this.#onError(error);
      throw error;
    }
  }

  override async remove(id: string): Promise<void> {
    if (!(await this.#noteError(this.#store.remove(id)))) throw ERRORS.FILE_NOT_FOUND;
  }

  override getExpiration(): number {
    return this.#store.expiresAfterMs;
  }
}

const toTus = ({ id, bytes, received, metadata, createdAt }: UserUpload): Upload =>
  new Upload({ id, size: bytes, offset: received, metadata, creation_date: createdAt.toISOString() });

/**
 * One request for an upload at a time. Who comes asks the one before to end: it may wait for a connection that is gone.
 */
function createLocker(): Locker {
  const holders = new Map<string, { ended: Promise<void>; release(): unknown }>();
  return {
    newLock(id) {
      let end = () => {};
      return {
        async lock(signal, release) {
          const aborted = new Promise<void>((resolve) =>
            signal.addEventListener('abort', () => resolve(), { once: true }),
          );
          for (let holder = holders.get(id); holder; holder = holders.get(id)) {
            holder.release();
            await Promise.race([holder.ended, aborted]);
            if (signal.aborted) throw ERRORS.ABORTED;
          }
          const { promise: ended, resolve } = Promise.withResolvers<void>();
          holders.set(id, { ended, release });
          end = resolve;
        },
        async unlock() {
          holders.delete(id);
          end();
        },
      };
    },
  };
}
