import type { Instant } from './columns.ts';

/** A concern or a question that a user or a visitor sent through the contact form. */
export interface FeedbacksTable {
  id: string;
  full_name: string;
  contact_email: string;
  address: string | null;
  description: string;
  created_at: Instant;
}
