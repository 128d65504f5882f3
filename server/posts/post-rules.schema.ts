import { type PostType, postTypes } from '#db/tables/posts.ts';

export { type PostType, postTypes };

/** What each type is called where people read it. */
export const postTypeLabels: Record<PostType, string> = {
  event: 'Event',
  project: 'Project',
  volunteering: 'Volunteering Opportunity',
  'in-kind': 'In-Kind Opportunity',
  general: 'Post',
  advocacy: 'Advocacy',
};

/** The reactions that a viewer can have to a post. */
export const interestTypes = ['liked', 'interested', 'going'] as const;
export type InterestType = (typeof interestTypes)[number];

const everyPost = [
  'title',
  'description',
  'images',
  'impactAreas',
  'keywords',
  'isActive',
  'scheduledPublish',
  'scheduledPublishDateTime',
] as const;
const datedPost = [
  ...everyPost,
  'startDateTime',
  'endDateTime',
  'timeZone',
  'address',
  'postURL',
  'contact',
  'addable',
] as const;

/**
 * What each type of post supports, from the specification's tables: the fields that its form has, which reactions
 * it takes, and whether it can be added to a personal calendar.
 */
export const postRules = {
  event: { fields: datedPost, interests: ['liked', 'going'], addable: true },
  project: {
    fields: [...datedPost, 'skills', 'topNeed', 'expectedRequiredHours'],
    interests: ['interested'],
    addable: true,
  },
  volunteering: {
    fields: [...datedPost, 'skills', 'topNeed'],
    interests: ['interested', 'going'],
    addable: true,
  },
  'in-kind': {
    fields: [...everyPost, 'postURL', 'contact', 'requiredItems', 'topNeed'],
    interests: ['interested'],
    addable: false,
  },
  general: { fields: everyPost, interests: ['liked'], addable: false },
  advocacy: { fields: [...datedPost, 'petitionLink', 'topNeed'], interests: ['interested'], addable: true },
} as const satisfies Record<
  PostType,
  { fields: readonly string[]; interests: readonly InterestType[]; addable: boolean }
>;

/** The form fields of a type of post, or of any type. */
export type PostField<T extends PostType = PostType> = (typeof postRules)[T]['fields'][number];

/** Whether a type of post has a form field. */
export const hasField = (postType: PostType, field: PostField): boolean =>
  (postRules[postType].fields as readonly PostField[]).includes(field);

/** Whether a type of post takes this reaction. */
export const supportsInterest = (postType: PostType, interest: InterestType): boolean =>
  (postRules[postType].interests as readonly InterestType[]).includes(interest);
