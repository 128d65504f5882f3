import type { Instant } from './columns.ts';

/** A concern or a question that somebody, signed in or not, sent through the contact form. */
export interface FeedbacksTable {
  id: string;
  full_name: string;
  contact_email: string;
  address: string | null;
  description: string;
  created_at: Instant;
}
