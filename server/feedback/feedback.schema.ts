import { z } from 'zod';
import { email, requiredMultilineText, requiredText, text } from '../validation.schema.ts';

export const feedbackInput = z.strictObject({
  fullName: requiredText(200),
  contactEmail: email.describe('Where the answer goes.'),
  address: text(500).optional(),
  description: requiredMultilineText(5000).describe('The concern or question.'),
});
