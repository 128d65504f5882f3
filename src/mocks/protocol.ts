import type { UserType } from '#db/tables/columns.ts';
import type { SeedName } from './seed-names.ts';

// What the page and the worker behind it agree on.

/** Where the snapshot with the demo community is served, beside the app: a gzipped tar. */
export const snapshotPath = '/mocked-database.bin';

/** The folder of the usual seed's database, with which the folders of the others begin. */
export const usualFolder = 'gatherwell-mocked';

/** Under this name PGlite keeps a folder in IndexedDB. */
export const storeNameOf = (folder: string) => `/pglite/${folder}`;

/** Where the service worker is served that brings the page's requests to the mocked server. */
export const workerPath = '/mocked-worker.js';

/** Requests carry in this header how far their tab's clock is ahead, in milliseconds. */
export const clockHeader = 'scenario-clock-ahead';

/** And in this one the network address that they come from. */
export const addressHeader = 'scenario-address';

/** And in this one with which seed the product is served, for browsers in which none was chosen. */
export const usualSeedHeader = 'scenario-usual-seed';

/** Where the page says so: the testing kit writes it. */
export const usualSeedMeta = 'gatherwell-mocked-seed';

/** An account that a tester can be signed in as. */
export interface KnownAccount {
  email: string;
  userType: UserType;
  /** Empty until basic information was saved. */
  name: string;
}

/** Whom a tester can choose from. */
export interface KnownAccounts {
  /** What the database began with. */
  seed: SeedName;
  accounts: KnownAccount[];
  /** How many there are, listed or not. */
  total: number;
}

/** What a database holds: a seed, and what `exportState` made of what was changed in it. */
export interface DatabaseState {
  seed: SeedName;
  /** Null where nothing was changed. */
  database: string | null;
}

/** A mail that the product sent. */
export interface KeptMail {
  id: number;
  recipient: string;
  subject: string;
  content: string;
  /** A UTC instant, ISO 8601. */
  sent_at: string;
}

/** What the page shows until the mocked server is there. */
export const startNoteId = 'mocked-start';
