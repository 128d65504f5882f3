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

/** A user as lists show them, with the names that the specification gives to an interacted user. */
export const committedPage = pageOf(
  profileView.extend({
    userId: z.string(),
    userFirstName: profileView.shape.firstName,
    userLastName: profileView.shape.lastName,
    userProfilePicture: profileView.shape.profilePicture,
    userName: profileView.shape.name,
  }),
);
