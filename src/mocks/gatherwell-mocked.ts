import type { Seed, Seeded } from './factories.schema.ts';
import type { SeedName } from './seed-names.ts';

/** The state of the database at a moment. Valid until a reset, in this browser. */
export interface Snapshot {
  readonly id: number;
}

/** A fault that a call of this tab has met. */
export interface InjectedFault {
  procedure: string;
  /** The how manieth call of this procedure it was, from one. */
  call: number;
  /** As a script has it: `503 overloaded`, `lost`, `duplicate 2`. */
  fault: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** What tests call in a page of the mocked product. */
export interface GatherwellMocked {
  /**
   * Adds accounts, posts and relations, as the product would have made them. Rejects with an error that names the
   * factory and the field where something is not valid; then nothing of it is added that was not valid by itself.
   */
  seed(seed: Seed): Promise<Seeded>;
  /**
   * Goes over to the database of a named seed, and signs out. Each seed has a database of its own: what was done with
   * another one is there when that is chosen again. Load the page again afterwards.
   */
  useSeed(name: SeedName): Promise<void>;
  /**
   * Brings the database and this tab to where a recording began: the content of a file that the panel saved. Resolves
   * to the address of the screen, which is to be opened afterwards.
   */
  openRecording(recording: unknown): Promise<string>;
  /** Signs this browser in as an account: its handle in a seed or in the demo community, or its mail address. */
  signIn(name: string): Promise<void>;
  /** Takes a snapshot of the database. */
  snapshot(): Promise<Snapshot>;
  /** Brings the database back to a snapshot. Load the page again afterwards; other tabs do it by themselves. */
  restore(snapshot: Snapshot): Promise<void>;
  /**
   * Brings everything back to the beginning of the seed in use, and signs out; fault scripts that were saved by name
   * stay. Load the page again afterwards.
   */
  reset(): Promise<void>;
  /** Returns the faults that calls of this tab have met since its script began, the first one first. */
  injectedFaults(): Promise<InjectedFault[]>;
  /** Returns them as a script that makes the same happen to the same calls. */
  recordFaults(): Promise<string>;
}

declare global {
  interface Window {
    /** In the mocked mode only. */
    gatherwellMocked?: GatherwellMocked;
  }
}
