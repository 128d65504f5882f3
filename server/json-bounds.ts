import { Refusal } from './errors.ts';
import { mostBytes, tooManyBytes } from './files/files.schema.ts';

/** What the text of a request may hold before it is parsed. */
export interface JsonBounds {
  /** UTF-8 bytes in all. */
  bytes: number;
  /** Keys of objects and elements of lists, all levels together. */
  values: number;
  /** Lists and objects within each other. */
  depth: number;
  /** UTF-8 bytes of one string as it is written, escapes included. */
  string: number;
  /** UTF-8 bytes outside strings. */
  outside: number;
  /** The message where there are too many bytes; the usual one unless given. */
  tooLarge?: string;
}

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** How many characters so many bytes have as base64. */
const base64Length = (bytes: number) => 4 * Math.ceil(bytes / 3);

/**
 * The bounds by type of call. The largest legitimate calls have some 3,000 values (a post with 50 items, written back
 * as it was read) and a depth of 6; the longest string besides pictures has 10,000 characters.
 */
export const jsonBounds = {
  usual: {
    bytes: 256 * kibibyte,
    values: 10_000,
    depth: 32,
    string: 128 * kibibyte,
    outside: 256 * kibibyte,
  },
  /** For calls that take pictures as data URLs. A picture has at most 10 MB, which is 14 MB as base64. */
  large: {
    bytes: 40 * mebibyte,
    values: 10_000,
    depth: 32,
    string: 20 * mebibyte,
    outside: 256 * kibibyte,
  },
  /** For messages, whose files have at most 25 MB together, as base64; and some room for what encoders add. */
  files: {
    bytes: base64Length(mostBytes) + mebibyte,
    values: 10_000,
    depth: 32,
    string: base64Length(mostBytes) + mebibyte,
    outside: 256 * kibibyte,
    tooLarge: tooManyBytes,
  },
} as const satisfies Record<string, JsonBounds>;

const code = {
  quote: 0x22,
  comma: 0x2c,
  backslash: 0x5c,
  openList: 0x5b,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;

/**
 * Counts what a JSON text holds while it arrives, so that a text beyond the bounds is rejected before the rest of it
 * is read, and long before objects are made of it. Linear in the bytes; strings are skipped with a native search. It
 * does not validate: `JSON.parse` does that afterwards.
 */
export class JsonScanner {
  readonly #bounds: JsonBounds;
  #bytes = 0;
  #values = 0;
  #strings = 0;
  #depth = 0;
  #outside = 0;
  #isInString = false;
  #isEscaped = false;
  #stringBytes = 0;

  constructor(bounds: JsonBounds) {
    this.#bounds = bounds;
  }

  /** Takes the next bytes. Throws the `Refusal` for the first bound that is exceeded. */
  push(chunk: Uint8Array): void {
    const { bytes, string, outside } = this.#bounds;
    this.#bytes += chunk.length;
    if (this.#bytes > bytes) throw tooLarge(this.#bounds);
    let at = 0;
    while (at < chunk.length) {
      if (this.#isInString) {
        const end = this.#endOfString(chunk, at);
        this.#stringBytes += end - at;
        if (this.#stringBytes > string) throw beyondBounds('a text in it is too long');
        at = end;
      } else {
        const end = this.#endOfStructure(chunk, at);
        this.#outside += end - at;
        if (this.#outside > outside) throw beyondBounds('it holds too much');
        at = end;
      }
    }
  }

  /** The index behind the string's closing quote, or the end of the chunk. */
  #endOfString(chunk: Uint8Array, start: number): number {
    let from = start;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      from++;
    }
    for (;;) {
      const quote = chunk.indexOf(code.quote, from);
      const end = quote === -1 ? chunk.length : quote;
      let first = end;
      while (first > from && chunk[first - 1] === code.backslash) first--;
      const isEscaped = (end - first) % 2 === 1;
      if (quote === -1) {
        this.#isEscaped = isEscaped;
        return chunk.length;
      }
      from = quote + 1;
      if (!isEscaped) {
        this.#isInString = false;
        return from;
      }
    }
  }

  /** The index behind the next opening quote, or the end of the chunk. */
  #endOfStructure(chunk: Uint8Array, start: number): number {
    for (let at = start; at < chunk.length; at++)
      switch (chunk[at] ?? 0) {
        case code.quote:
          this.#isInString = true;
          this.#stringBytes = 0;
          // Each value can have a key.
          if (++this.#strings > 2 * this.#bounds.values) throw beyondBounds('it holds too many fields');
          return at + 1;
        case code.openList:
        case code.openObject:
          if (++this.#depth > this.#bounds.depth) throw beyondBounds('it is nested too deeply');
          this.#count();
          break;
        case code.closeList:
        case code.closeObject:
          this.#depth--;
          break;
        case code.comma:
          this.#count();
          break;
        default:
      }
    return chunk.length;
  }

  #count() {
    if (++this.#values > this.#bounds.values) throw beyondBounds('it holds too many fields');
  }
}

const encoder = new TextEncoder();

/** Throws a `Refusal` where a text is beyond the bounds. */
export function checkJson(text: string, bounds: JsonBounds): void {
  // Every UTF-16 unit becomes at least one byte.
  if (text.length > bounds.bytes) throw tooLarge();
  new JsonScanner(bounds).push(encoder.encode(text));
}

/** Parses a text that was checked. Throws a `Refusal` that, unlike the parser's own error, repeats nothing of it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('BAD_REQUEST', 'bad-request', 'What was sent is not JSON.');
  }
}

/** 413: more bytes than the call may have. */
export const tooLarge = ({ tooLarge: message = 'This is too large to send.' }: { tooLarge?: string } = {}) =>
  new Refusal('PAYLOAD_TOO_LARGE', 'too-large', message);

const beyondBounds = (why: string) =>
  new Refusal('BAD_REQUEST', 'beyond-bounds', `This cannot be read: ${why}.`);
