import { v7 } from 'uuid';

/**
 * A repeatable source of chance: the same seed gives the same values in the same order on every machine
 * (sfc32, seeded by an FNV-1a hash of the text). For sample data only, never for secrets.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: string) {
    let hash = 0x811c9dc5;
    for (let index = 0; index < seed.length; index++) {
      hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193);
    }
    this.#a = hash | 0;
    this.#b = Math.imul(hash, 0x9e3779b1) | 0;
    this.#c = Math.imul(hash, 0x85ebca6b) | 0;
    for (let round = 0; round < 12; round++) this.#next();
  }

  #next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** A number from 0 up to, not including, 1. */
  unit(): number {
    return this.#next() / 0x1_0000_0000;
  }

  /** A number from `low` up to, not including, `high`. */
  between(low: number, high: number): number {
    return low + this.unit() * (high - low);
  }

  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  /** True in the given share of all calls. */
  chance(share: number): boolean {
    return this.unit() < share;
  }

  /** One of the values, each as likely as the others. Throws a RangeError where there are none. */
  pick<T>(values: readonly T[]): T {
    const value = values[this.whole(0, values.length - 1)];
    if (value === undefined) throw new RangeError('Nothing to pick from.');
    return value;
  }

  /** Up to `count` different values, the likelier the heavier they are; those without weight never. */
  pickWeighted<T>(values: readonly T[], count: number, weight: (value: T) => number): T[] {
    // Efraimidis and Spirakis: the largest keys u^(1/w) are a weighted sample without replacement.
    return values
      .map((value) => ({ value, key: this.unit() ** (1 / Math.max(weight(value), Number.EPSILON)) }))
      .filter(({ value }) => weight(value) > 0)
      .sort((a, b) => b.key - a.key)
      .slice(0, count)
      .map(({ value }) => value);
  }

  /** A UUIDv7 of the given instant. */
  id(at: Date): string {
    const random = Uint8Array.from({ length: 16 }, () => this.#next() & 0xff);
    return v7({ msecs: at.getTime(), random });
  }
}
