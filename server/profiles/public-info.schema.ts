import { z } from 'zod';
import { profileView, publicBasicInfoView } from './profiles.schema.ts';
import { internalLinkView, serviceInfoView } from './sections.schema.ts';

/** A user's page, as everybody may see it. */
export const publicInfoView = z.object({
  ...profileView.shape,
  basicInfo: publicBasicInfoView,
  serviceInfo: serviceInfoView.nullable().describe('Null for individuals.'),
  internalLink: internalLinkView.nullable().describe('Its own pages. Null for individuals.'),
  totalFollowers: z.int(),
  totalFriendsFollowers: z.int().describe('Those who are friends of the caller.'),
  totalFollowings: z.int(),
  totalEndorsers: z.int(),
  totalFriendsEndorsers: z.int().describe('Those who are friends of the caller.'),
  isCalendarVisible: z.boolean().describe('Whether the caller may see their calendar.'),
});
export type PublicInfoView = z.infer<typeof publicInfoView>;
