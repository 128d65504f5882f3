import { toNestErrors } from '@hookform/resolvers';
import { type FieldError, type Resolver, useForm } from 'react-hook-form';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { hasField, type PostField, type PostType } from '#server/posts/post-rules.schema.ts';
import { type PostView, postInput, postLimits } from '#server/posts/posts.schema.ts';
import type { SocialMediaSharing } from '#server/posts/social-sharing.schema.ts';
import { halfTyped } from '#src/components/half-typed.ts';
import { deviceTimeZone } from '#src/lib/device-time-zone.ts';
import { shorten } from '#src/lib/shorten.ts';
import { toInstant, toWallClock } from '#src/lib/zoned-time.ts';
import { texts } from './post-form.texts.ts';

/** A post as its form holds it: every field of every type, times on the clock of `timeZone`. */
export interface PostFormValues {
  /** Chosen once and stored with the draft, so that a retry after a lost response creates no second post. */
  _id: string;
  title: string;
  description: string;
  images: { path: string; description: string }[];
  impactAreas: string[];
  skills: string[];
  /** Separated by commas. */
  keywords: string;
  startDateTime: string | null;
  endDateTime: string | null;
  timeZone: string;
  /** Whether the zone was chosen by hand: then it no longer follows the place. */
  isTimeZoneChosen: boolean;
  address: { fullAddress: string; latitude: number | null; longitude: number | null };
  postURL: string;
  contact: string;
  topNeed: boolean;
  expectedRequiredHours: string;
  requiredItems: { name: string; requirement: string; neededBy: string | null }[];
  petitionLink: string;
  /** When it is to go out, where it is scheduled: on the clock of this device's zone. */
  scheduledPublishDateTime: string | null;
  socialMediaSharing: SocialMediaSharing;
}

export const blankPost = (): PostFormValues => ({
  _id: uuid(),
  title: '',
  description: '',
  images: [],
  impactAreas: [],
  skills: [],
  keywords: '',
  startDateTime: null,
  endDateTime: null,
  timeZone: deviceTimeZone(),
  isTimeZoneChosen: false,
  address: { fullAddress: '', latitude: null, longitude: null },
  postURL: '',
  contact: '',
  topNeed: false,
  expectedRequiredHours: '',
  requiredItems: [],
  petitionLink: '',
  scheduledPublishDateTime: null,
  socialMediaSharing: {},
});

/** The name under which changes of a post that exists are kept until they are saved. */
export const draftKeyOf = (postId: string) => `post:${postId}`;

/** A post that exists, to be edited. */
export function formValuesOf(post: PostView): PostFormValues {
  const timeZone = post.timeZone ?? deviceTimeZone();
  const onTheClock = (instant: string | null) => (instant === null ? null : toWallClock(instant, timeZone));
  return {
    _id: post._id,
    title: post.title,
    description: post.description,
    images: post.images.map(({ path, description }) => ({ path, description })),
    impactAreas: post.impactAreas.map(({ _id }) => _id),
    skills: post.skills.map(({ _id }) => _id),
    keywords: post.keywords.join(', '),
    startDateTime: onTheClock(post.startDateTime),
    endDateTime: onTheClock(post.endDateTime),
    timeZone,
    isTimeZoneChosen: false,
    address: post.address ?? blankPost().address,
    postURL: post.postURL ?? '',
    contact: post.contact ?? '',
    topNeed: post.topNeed,
    expectedRequiredHours: post.expectedRequiredHours?.toString() ?? '',
    requiredItems: post.requiredItems,
    petitionLink: post.petitionLink ?? '',
    scheduledPublishDateTime:
      post.scheduledPublishDateTime && toWallClock(post.scheduledPublishDateTime, deviceTimeZone()),
    socialMediaSharing: post.socialMediaSharing ?? {},
  };
}

/** The beginning of a post that tells how another one went; undefined without that. */
export const howItWent = (post: PostView | undefined): Partial<PostFormValues> | undefined =>
  post && {
    title: shorten(texts.postForm.howItWent(post.title), postLimits.title),
    impactAreas: post.impactAreas.map(({ _id }) => _id),
    keywords: post.keywords.join(', '),
  };

/** What is sent: the fields that the type has, as the server wants them. */
export function toInput(values: PostFormValues, postType: PostType): Record<string, unknown> {
  const instantOf = (wallClock: string | null) =>
    wallClock && wallClock !== halfTyped ? toInstant(wallClock, values.timeZone) : wallClock;
  const entries: Partial<Record<PostField, unknown>> = {
    title: values.title,
    description: values.description,
    images: values.images,
    impactAreas: values.impactAreas,
    skills: values.skills,
    keywords: values.keywords
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
    startDateTime: instantOf(values.startDateTime),
    endDateTime: instantOf(values.endDateTime),
    timeZone: values.startDateTime ? values.timeZone : null,
    address: values.address.fullAddress.trim() ? values.address : null,
    postURL: values.postURL,
    contact: values.contact,
    topNeed: values.topNeed,
    expectedRequiredHours:
      values.expectedRequiredHours.trim() === '' ? null : Number(values.expectedRequiredHours),
    requiredItems: values.requiredItems.map((item) => ({ ...item, neededBy: item.neededBy ?? '' })),
    petitionLink: values.petitionLink,
  };
  const own = Object.entries(entries).filter(([name]) => hasField(postType, name as PostField));
  return { postType, ...Object.fromEntries(own), socialMediaSharing: values.socialMediaSharing };
}

/** Validates a form with the server's schema and returns messages by the form's fields, which have the same names. */
const resolverFor =
  (postType: PostType): Resolver<PostFormValues, unknown, z.output<typeof postInput>> =>
  async (values, _context, options) => {
    const checked = postInput.safeParse(toInput(values, postType));
    const errors: Record<string, FieldError> = {};
    for (const { path, message } of checked.error?.issues ?? [])
      errors[fieldOf(path)] ??= { type: 'schema', message };
    Object.assign(errors, await sharingErrors(values, postType));
    if (checked.success && Object.keys(errors).length === 0) return { values: checked.data, errors: {} };
    return { values: {}, errors: toNestErrors(errors, options) };
  };

/** Returns the name of the form's field that holds a value: keywords are one, and so is what a network gets. */
function fieldOf(path: readonly PropertyKey[]): string {
  if (path[0] === 'keywords') return 'keywords';
  return path.slice(0, path[0] === 'socialMediaSharing' ? 2 : path.length).join('.');
}

/** Returns what networks would reject. How they count comes with the first text for one. */
async function sharingErrors(
  values: PostFormValues,
  postType: PostType,
): Promise<Record<string, FieldError>> {
  const { facebook, twitter, linkedIn } = values.socialMediaSharing;
  const hasText = [facebook, twitter, linkedIn].some((said) => said?.sharePost && said.description !== '');
  if (!hasText) return {};
  const { tooLongTexts } = await import('./network-texts.ts');
  return tooLongTexts(values, postType);
}

/** What is to become of a post that is saved. */
export type Outcome = 'publish' | 'schedule' | 'draft';

/** The same as the server wants it. */
export function stateFor(outcome: Outcome, scheduledAt: string | null) {
  const isScheduled = outcome === 'schedule' && scheduledAt !== null && scheduledAt !== halfTyped;
  return {
    isActive: outcome === 'publish',
    scheduledPublish: isScheduled,
    scheduledPublishDateTime: isScheduled ? toInstant(scheduledAt, deviceTimeZone()) : null,
  };
}

/** The form of a post of one type. */
export function usePostForm(postType: PostType, defaultValues: PostFormValues) {
  return useForm<PostFormValues, unknown, z.output<typeof postInput>>({
    resolver: resolverFor(postType),
    defaultValues,
    mode: 'onTouched',
    shouldFocusError: true,
  });
}

export type PostForm = ReturnType<typeof usePostForm>;
