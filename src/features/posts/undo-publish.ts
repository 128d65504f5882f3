import type { useNavigate } from '@tanstack/react-router';
import type { PostView } from '#server/posts/posts.schema.ts';
import { api } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { changedFields } from '#src/app/form.ts';
import { toast } from '#src/components/toast.ts';
import { isNewPicture } from '#src/lib/picture-url.ts';
import { drafts } from '#src/local/engine/drafts.ts';
import { texts } from './post-form.texts.ts';
import { draftKeyOf, formValuesOf, type PostFormValues } from './post-form.ts';

/** For how long it can be tried again where the server cannot be reached. */
const retrySeconds = 60;

interface UndoPublishOptions {
  /** The post as it was published. */
  published: PostView;
  /** The pictures as the form held them: new ones are not stored with what the post was before. */
  images: PostFormValues['images'];
  /** Has screens fetch posts again. */
  refresh: () => Promise<unknown>;
  navigate: ReturnType<typeof useNavigate>;
}

/**
 * Reverts a post that was just published, and opens its form with the typed fields. Shows a toast where the server
 * cannot be reached, with a retry, or where followers have been notified already.
 */
export async function undoPublish(options: UndoPublishOptions): Promise<void> {
  const { published, images, refresh, navigate } = options;
  const { _id: postId, creatorId: orgId } = published;
  try {
    const post = await api.posts.undoPublish.mutate({ id: postId });
    await keepTyped(post, published, images);
    await refresh();
    toast.success(post.scheduledPublish ? texts.undoPublish.scheduledAgain : texts.undoPublish.draftAgain);
    await navigate({ to: '/post/$orgId/edit/$postId', params: { orgId, postId } });
  } catch (error) {
    const { message, reason } = failureOf(error);
    if (reason !== 'offline') return toast.failed(message, { title: texts.undoPublish.notUndone });
    // The outcome is unknown. A retry is safe: undoing twice changes nothing.
    toast.failed(texts.undoPublish.mayBePublished, {
      title: texts.undoPublish.notUndoneYet,
      seconds: retrySeconds,
      undo: () => void undoPublish(options),
    });
  }
}

/** Keeps what was published and is not saved any more as typing that is not saved yet. */
async function keepTyped(
  post: PostView,
  published: PostView,
  images: PostFormValues['images'],
): Promise<void> {
  const saved = formValuesOf(post);
  const typed = formValuesOf(published);
  const isStored = (path: string | undefined) => post.images.some((image) => image.path === path);
  const unsaved = changedFields(saved, {
    ...typed,
    scheduledPublishDateTime: saved.scheduledPublishDateTime,
    images: images.map((image, index) => {
      const path = published.images[index]?.path;
      return isNewPicture(image.path) && path !== undefined && isStored(path) ? { ...image, path } : image;
    }),
  });
  if (Object.keys(unsaved).length === 0) return;
  const key = draftKeyOf(post._id);
  const typedSince = (await drafts.read(key)) as Partial<PostFormValues> | undefined;
  await drafts.keep(key, { ...unsaved, ...typedSince });
}
