import type { UserType } from '#db/tables/columns.ts';

// What the page and the worker behind it agree on.

/** Where the snapshot with the demo community is served, beside the app. */
export const snapshotPath = '/mocked-database.bin';

/** Where the service worker is served that brings the page's requests to the mocked server. */
export const workerPath = '/mocked-worker.js';

/** Requests carry in this header how far their tab's clock is ahead, in milliseconds. */
export const clockHeader = 'scenario-clock-ahead';

/** An account that a tester can be signed in as. */
export interface KnownAccount {
  email: string;
  userType: UserType;
  /** Empty until basic information was saved. */
  name: string;
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
