import { type PostType, postRules } from '#server/posts/post-rules.schema.ts';
import { type PostEntry, type PostView, postInput } from '#server/posts/posts.schema.ts';
import type { SharedPost } from '#server/social-media/post-text.schema.ts';
import { texts } from './post-form.texts.ts';
import { type PostFormValues, toInput } from './post-form.ts';

interface PreviewOptions {
  postType: PostType;
  /** The post as it is saved, where it is. */
  saved: PostView | undefined;
  organization: { _id: string; name: string; profilePicture: string | null };
  /** What impact areas and skills can be chosen, for their names. */
  impactAreas: readonly { _id: string; name: string }[];
  skills: readonly { _id: string; name: string }[];
}

/** Returns what the form holds of a post that can be shared: without fields that have yet to be corrected. */
export function sharedPostOf(
  values: PostFormValues,
  { postType, organization, impactAreas, skills }: Omit<PreviewOptions, 'saved'>,
): SharedPost<PostFormValues['images'][number]> {
  // Pictures are shared as they are, and validating new ones would take long.
  const input = rightFields({ ...values, images: [] }, postType);
  const chosen = (ids: readonly string[] = [], from: PreviewOptions['skills']) =>
    from.filter(({ _id }) => ids.includes(_id));
  return {
    postType,
    title: values.title.trim() || texts.postForm.noTitleYet,
    description: values.description,
    images: values.images,
    impactAreas: chosen(values.impactAreas, impactAreas),
    skills: chosen(input.skills, skills),
    keywords: input.keywords ?? [],
    startDateTime: input.startDateTime ?? null,
    endDateTime: input.endDateTime ?? null,
    timeZone: values.timeZone,
    address: input.address
      ? {
          ...input.address,
          latitude: input.address.latitude ?? null,
          longitude: input.address.longitude ?? null,
        }
      : null,
    organizationName: organization.name,
    topNeed: input.topNeed ?? false,
    postURL: input.postURL || null,
    contact: input.contact || null,
    expectedRequiredHours: input.expectedRequiredHours ?? null,
    requiredItems: input.requiredItems ?? [],
    petitionLink: input.petitionLink || null,
  };
}

/** Returns what visitors would see of a post if it was published as the form holds it. Pictures may be new. */
export async function previewOf(values: PostFormValues, options: PreviewOptions): Promise<PostView> {
  const { postType, saved, organization } = options;
  const now = new Date().toISOString();
  return {
    ...sharedPostOf(values, options),
    _id: values._id,
    images: await Promise.all(
      values.images.map(async (image) => ({
        ...image,
        ...(saved?.images.find(({ path }) => path === image.path) ?? (await sizeOf(image.path))),
        description: image.description,
        createdAt: now,
      })),
    ),
    creatorId: organization._id,
    organizationProfilePicture: organization.profilePicture,
    createdAt: saved?.createdAt ?? now,
    publishedAt: saved?.publishedAt ?? now,
    isActive: true,
    addable: postRules[postType].addable,
    isAdded: false,
    reminder: null,
    views: 0,
    follows: false,
    scheduledPublish: false,
    scheduledPublishDateTime: null,
    sharedBy: null,
    sharedByName: null,
    sharedAt: null,
    interests: [],
    counts: { liked: 0, interested: 0, going: 0 },
  };
}

/** Returns the fields that the server would accept. Those that have yet to be corrected are left out. */
function rightFields(values: PostFormValues, postType: PostType): Partial<PostEntry> {
  const typed = toInput(values, postType);
  const checked = postInput.safeParse(typed);
  if (checked.success) return checked.data;
  const wrong = new Set(checked.error.issues.map(({ path }) => path[0]));
  const right = Object.fromEntries(
    Object.entries(typed).filter(([name]) => name !== 'title' && !wrong.has(name)),
  );
  const again = postInput.safeParse({ ...right, postType, title: '-' });
  return again.success ? again.data : {};
}

/** Returns the size of a new picture, in pixels. */
async function sizeOf(dataUrl: string): Promise<{ width: number; height: number }> {
  const picture = new Image();
  picture.src = dataUrl;
  await picture.decode().catch(() => undefined);
  return { width: picture.naturalWidth || 4, height: picture.naturalHeight || 3 };
}
