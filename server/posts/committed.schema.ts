import { z } from 'zod';
import { profileView } from '../profiles/profiles.schema.ts';
import { pageInput, pageOf } from '../validation.schema.ts';
import { interestTypes } from './post-rules.schema.ts';
import { postIdInput } from './posts.schema.ts';

export const committedInput = z.strictObject({
  ...postIdInput.shape,
  interestType: z.enum(interestTypes).describe('What they said.'),
  ...pageInput.shape,
});

export const committedPage = pageOf(profileView);
