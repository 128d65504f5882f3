import { Refusal, tooOften } from './errors.ts';
import { type JsonBounds, JsonScanner, jsonBounds, parseJson, tooLarge } from './json-bounds.ts';

/** What a large body may hold, and who may send one. */
export interface AllowLarge {
  bounds: JsonBounds;
  /** Resolves to the user's id, or to undefined where the usual bounds hold. */
  user(): Promise<string | undefined>;
  /** Resolves when the request has its response, and its body is no longer needed. */
  ended: Promise<unknown>;
}

/**
 * Makes `request.text()` and `request.json()` stay within bounds: they reject with a `Refusal` as soon as the body
 * exceeds one, and read nothing before they are called. Where `allowLarge` is given, its user is asked for before the first
 * byte of a body that is not known to be small.
 */
export function boundBody(request: Request, bodies: LargeBodies, allowLarge?: AllowLarge): void {
  const whole = request.arrayBuffer.bind(request);
  const declared = declaredBytes(request);

  async function read(): Promise<string> {
    if (declared !== undefined && declared <= jsonBounds.usual.bytes) {
      const bytes = new Uint8Array(await whole());
      new JsonScanner(jsonBounds.usual).push(bytes);
      return decode(bytes);
    }
    const userId = await allowLarge?.user();
    if (declared !== undefined && userId === undefined) throw tooLarge();
    return userId === undefined || !allowLarge
      ? readStream(request, jsonBounds.usual)
      : bodies.read(userId, (body) => readStream(request, allowLarge.bounds, body), allowLarge.ended);
  }

  let text: Promise<string> | undefined;
  const readOnce = () => {
    text ??= read().catch((error: unknown) => {
      throw error instanceof Refusal ? error : incomplete();
    });
    return text;
  };
  Object.defineProperties(request, {
    text: { value: readOnce },
    json: { value: async () => parseJson(await readOnce()) },
  });
}

/** The length of its body that the request declares, in bytes; undefined where it declares none. */
export function declaredBytes({ headers }: Request): number | undefined {
  const length = headers.get('content-length');
  return length === null ? undefined : Number(length);
}

async function readStream({ body }: Request, bounds: JsonBounds, held?: HeldBody): Promise<string> {
  if (!body) return '';
  const scanner = new JsonScanner(bounds);
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    // The rest of a body that is rejected is the host's to discard.
    const { done, value } = await (held ? Promise.race([reader.read(), held.evicted]) : reader.read());
    if (done) break;
    scanner.push(value);
    held?.add(value.length);
    chunks.push(value);
    length += value.length;
  }
  held?.complete();
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return decode(bytes);
}

/** 400: the connection broke, or was closed, before the body was there. Nobody is left to read this. */
const incomplete = () => new Refusal('BAD_REQUEST', 'incomplete', 'The body did not arrive in full.');

const decoder = new TextDecoder();
const decode = (bytes: Uint8Array) => decoder.decode(bytes);

/** Counts the bytes of one large body. */
interface HeldBody {
  /** Rejects when the body has to make room for others. */
  evicted: Promise<never>;
  /** Counts bytes that have arrived; may evict a body, this one included. */
  add(bytes: number): void;
  /** Marks the body as complete: from now on it stays until its request has ended. Throws where too many do. */
  complete(): void;
}

export interface LargeBodies {
  /**
   * Reads a large body with `read`. Rejects with a `Refusal` where the user has too many under way, or the process holds
   * too many.
   *
   * @param ended when the request has its response: a body counts until then
   */
  read(userId: string, read: (body: HeldBody) => Promise<string>, ended: Promise<unknown>): Promise<string>;
}

export interface LargeBodyLimits {
  /** Bodies of one user that may be under way at a time. */
  perUser: number;
  /** Bytes of all bodies that are arriving, together. */
  bytes: number;
  /** Bytes of all bodies that have arrived and whose requests have no response yet, together. */
  heldBytes: number;
  /** Bytes up to which a body that declared none turns out to be a usual one: it counts no longer once it is read. */
  usualBytes: number;
}

/** Some more than a device sends at a time; and as much as one call may have, twice while arriving and four times after. */
const usualLimits: LargeBodyLimits = {
  perUser: 4,
  bytes: 2 * jsonBounds.large.bytes,
  heldBytes: 4 * jsonBounds.large.bytes,
  usualBytes: jsonBounds.usual.bytes,
};

/**
 * The large bodies of this process. Where those that are arriving become too many bytes, the body that has been under way
 * longest is rejected with a 503, so that slow senders cannot block others. One that has arrived is rejected where others
 * fill the memory that waits for slow work, such as decoding or a store.
 */
export function createLargeBodies({
  perUser,
  bytes: mostBytes,
  heldBytes: mostHeld,
  usualBytes,
}: LargeBodyLimits = usualLimits): LargeBodies {
  /** The oldest first. */
  const arriving = new Set<{ bytes: number; evict(): void }>();
  const countOf = new Map<string, number>();
  let total = 0;
  let held = 0;

  return {
    async read(userId, read, ended) {
      const already = countOf.get(userId) ?? 0;
      if (already >= perUser) throw tooOften(2);
      countOf.set(userId, already + 1);
      const { promise: evicted, reject } = Promise.withResolvers<never>();
      // Nobody may be waiting when it is rejected.
      evicted.catch(() => {});
      const leave = () => {
        if (arriving.delete(body)) total -= body.bytes;
      };
      const body = {
        bytes: 0,
        evict() {
          leave();
          reject(crowded());
        },
      };
      arriving.add(body);
      let ownHeld = 0;
      const release = () => {
        held -= ownHeld;
        const left = (countOf.get(userId) ?? 1) - 1;
        if (left > 0) countOf.set(userId, left);
        else countOf.delete(userId);
      };
      try {
        const text = await read({
          evicted,
          add(bytes) {
            if (!arriving.has(body)) throw crowded();
            body.bytes += bytes;
            total += bytes;
            for (const oldest of arriving) {
              if (total <= mostBytes) break;
              oldest.evict();
            }
          },
          complete() {
            leave();
            if (body.bytes <= usualBytes) return;
            if (held + body.bytes > mostHeld) throw crowded();
            ownHeld = body.bytes;
            held += ownHeld;
          },
        });
        if (ownHeld === 0) release();
        else void ended.then(release, release);
        return text;
      } catch (error) {
        leave();
        release();
        throw error;
      }
    },
  };
}

const crowded = () =>
  new Refusal(
    'SERVICE_UNAVAILABLE',
    'crowded',
    'Too many pictures are arriving just now. Please try again in a moment.',
    { retryAfter: 5 },
  );
