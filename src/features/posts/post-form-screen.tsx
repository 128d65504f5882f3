import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CalendarClock, Eye } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, Suspense, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { hasField, type PostField, type PostType } from '#server/posts/post-rules.schema.ts';
import { type PostView, postInput, postLimits } from '#server/posts/posts.schema.ts';
import { api, trpc, utils } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { changedFields, takeSaved } from '#src/app/form.ts';
import { PlaceField } from '#src/app/place-field.tsx';
import { useUser } from '#src/app/session.ts';
import { useNoteScreen } from '#src/app/still-here.ts';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { halfTyped } from '#src/components/half-typed.ts';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { MultiSelect } from '#src/components/multi-select.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { Switch } from '#src/components/switch.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { Title } from '#src/components/title.tsx';
import { toast } from '#src/components/toast.ts';
import { WebAddressField } from '#src/components/web-address-field.tsx';
import { MentionTextarea } from '#src/entities/mention-textarea.tsx';
import type { Person } from '#src/entities/person-row.tsx';
import { postTypes } from '#src/entities/post-type.ts';
import { PostTypeBadge } from '#src/entities/post-type-badge.tsx';
import { deviceTimeZone } from '#src/lib/device-time-zone.ts';
import { postDates } from '#src/lib/post-dates.ts';
import { toInstant } from '#src/lib/zoned-time.ts';
import { drafts } from '#src/local/engine/drafts.ts';
import { useKeptDraft } from '#src/local/engine/use-kept-draft.ts';
import { changeAtNetworks } from './at-networks.ts';
import { DatesField } from './dates-field.tsx';
import { ImagesField } from './images-field.tsx';
import { PlaceOnMap } from './place-on-map.tsx';
import { texts } from './post-form.texts.ts';
import {
  blankPost,
  draftKeyOf,
  formValuesOf,
  type Outcome,
  type PostForm,
  type PostFormValues,
  stateFor,
  usePostForm,
} from './post-form.ts';
import { missingNotes, scheduleNotes } from './post-notes.ts';
import { PostNotes } from './post-notes-list.tsx';
import { previewOf, sharedPostOf } from './preview.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { RequiredItemsField } from './required-items-field.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { undoPublish } from './undo-publish.ts';

/** With how networks count characters, which is large. */
const SharingField = lazyPart(async () => (await import('./sharing-field.tsx')).SharingField);

interface PostFormScreenProps {
  postType: PostType;
  /** The post to edit; absent for a new one. */
  post?: PostView;
  /** What was typed before and not saved: of a post that exists, the fields that it changed. */
  kept?: Partial<PostFormValues> | undefined;
  /** The name under which unsaved typing is kept. */
  draftKey: string;
}

/** Creates or edits a post: the fields of its type, as a draft or published. What is typed survives a reload. */
export function PostFormScreen({ postType, post, kept, draftKey }: PostFormScreenProps) {
  const navigate = useNavigate();
  const noteScreen = useNoteScreen();
  const queryClient = useQueryClient();
  const impactAreas = trpc.lookups.impactAreas.useQuery(undefined, lastingLookup);
  const skills = trpc.lookups.skills.useQuery(undefined, lastingLookup);
  const savedPlaceZone = trpc.places.timeZone.useQuery(
    { latitude: post?.address?.latitude ?? 0, longitude: post?.address?.longitude ?? 0 },
    { enabled: post?.address?.latitude != null, staleTime: Number.POSITIVE_INFINITY },
  );
  const create = trpc.posts.create.useMutation();
  const update = trpc.posts.update.useMutation();
  const [isScheduling, setIsScheduling] = useState(false);
  const [isAskingToPublish, setIsAskingToPublish] = useState(false);
  const [preview, setPreview] = useState<PostView>();
  const user = useUser();
  const isScheduled = post?.scheduledPublish === true;
  // What was kept by an earlier version lacks what it did not know.
  const form = usePostForm(postType, { ...(post ? formValuesOf(post) : blankPost()), ...kept });
  const draft = useKeptDraft(draftKey, form, post && formValuesOf(post));
  const { errors } = form.formState;
  const has = (field: PostField) => hasField(postType, field);
  const { label } = postTypes[postType];
  const title = post ? texts.postForm.edit(label) : texts.postForm.create(label);

  const refresh = () =>
    Promise.all([utils.posts.invalidate(), queryClient.invalidateQueries({ queryKey: ['posts'] })]);

  const save = (outcome: Outcome) =>
    form.handleSubmit(
      async (input) => {
        const isStillHere = noteScreen();
        try {
          const sent = structuredClone(form.getValues());
          const scheduledAt = scheduleToSave(sent);
          const saved = await send({ ...input, ...stateFor(outcome, scheduledAt) }, sent._id);
          // Nothing that is kept from now on may make the same post again.
          if (!post) await draft.forget();
          await refresh();
          const isUpdated = outcome === 'publish' && post?.isActive === true;
          toast.success(isUpdated ? texts.postForm.updated : texts.postForm.done[outcome], {
            id: 'post-saved',
            ...(saved.undoSeconds !== undefined && {
              seconds: saved.undoSeconds,
              undo: () => void undoPublish({ published: saved, images: sent.images, refresh, navigate }),
            }),
          });
          const typedMeanwhile = changedFields(sent, form.getValues());
          if (Object.keys(typedMeanwhile).length > 0)
            return await goOnWith(typedMeanwhile, sent, saved, isStillHere);
          await draft.forget();
          if (!isStillHere()) return undefined;
          return await navigate(
            outcome === 'publish'
              ? { to: '/post/$postType/details/$postId', params: { postType, postId: saved._id } }
              : { to: '/post/manage' },
          );
        } catch (error) {
          // Errors of the schedule are shown where it is chosen.
          setIsScheduling(failureOf(error).fields['scheduledPublishDateTime'] !== undefined);
          showPostFailure(form, error);
        }
      },
      () => setIsScheduling(false),
    );

  /** Who typed on while the post was saved goes on editing it. */
  async function goOnWith(
    typed: Partial<PostFormValues>,
    sent: PostFormValues,
    saved: PostView,
    isStillHere: () => boolean,
  ) {
    if (post) {
      takeSaved(form, sent, formValuesOf(saved));
      return draft.rebase(formValuesOf(saved));
    }
    await drafts.keep(draftKeyOf(saved._id), typed);
    if (!isStillHere()) return undefined;
    return navigate({
      to: '/post/$orgId/edit/$postId',
      params: { orgId: saved.creatorId, postId: saved._id },
    });
  }

  const send = (input: z.output<typeof postInput>, _id: string) =>
    post
      ? update.mutateAsync({ ...input, id: post._id, wasActive: post.isActive, undoable: true })
      : create.mutateAsync({ ...input, _id, undoable: true });

  /** The schedule as the form holds it, or the saved one where what is typed of another is not complete. */
  const scheduleToSave = ({ scheduledPublishDateTime: typed }: PostFormValues) =>
    typed === null || typed === halfTyped
      ? post
        ? formValuesOf(post).scheduledPublishDateTime
        : null
      : typed;

  const previewOptions = {
    postType,
    saved: post,
    organization: {
      _id: user?._id ?? '',
      name: user?.name ?? '',
      profilePicture: user?.profilePicture ?? null,
    },
    impactAreas: impactAreas.data ?? [],
    skills: skills.data ?? [],
  };
  const showPreview = async () => setPreview(await previewOf(form.getValues(), previewOptions));

  /** The zone is that of the place, unless another one was chosen by hand, now or when the post was saved. */
  function followZone(timeZone: string) {
    const savedZone = post?.timeZone ?? null;
    const wasChosen =
      savedZone !== null && savedPlaceZone.data !== undefined && savedPlaceZone.data.timeZone !== savedZone;
    if (!form.getValues('isTimeZoneChosen') && !wasChosen) form.setValue('timeZone', timeZone);
  }

  const saving = create.isPending || update.isPending;
  const values = useWatch({ control: form.control, compute: notedValues });
  const scheduledAt = isScheduled ? scheduleToSave(values) : null;
  const notes = [...missingNotes(postType, values), ...(isScheduled ? scheduleNotes(values) : [])];
  const main = save(isScheduled ? 'schedule' : 'publish');

  /** Enter alone publishes nothing: it is pressed by mistake, and on a phone to close the keyboard. */
  function saveByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (
      event.defaultPrevented ||
      event.key !== 'Enter' ||
      !(event.ctrlKey || event.metaKey) ||
      event.repeat ||
      saving
    )
      return;
    // Of a dialog over the form, which is elsewhere in the page.
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
    event.preventDefault();
    void main(event);
  }

  return (
    <div className="mx-auto flex w-full max-w-reading flex-col gap-5">
      <Title>{title}</Title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-bold text-2xl">{title}</h1>
        <PostTypeBadge type={postType} />
      </header>
      <NeedsConnection deed={texts.postForm.saving}>{texts.postForm.keptMeanwhile}</NeedsConnection>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut for its main button */}
      <form
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={saveByKey}
        noValidate
        className="flex flex-col gap-5"
      >
        <Card className="flex flex-col gap-5">
          <TextField
            label={texts.postForm.title}
            required
            maxLength={postLimits.title}
            error={errors.title?.message}
            {...form.register('title')}
          />
          <Controller
            control={form.control}
            name="description"
            render={({ field }) => (
              <MentionTextarea
                label={texts.postForm.description}
                rows={8}
                help={texts.postForm.descriptionHelp}
                error={errors.description?.message}
                name={field.name}
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
                inputRef={field.ref}
                findPeople={findPeople}
              />
            )}
          />
          <ImagesField form={form} />
        </Card>
        {has('startDateTime') && (
          <Card className="flex flex-col gap-5">
            <DatesField form={form} />
            <Controller
              control={form.control}
              name="address"
              render={({ field }) => (
                <>
                  <PlaceField
                    label={texts.postForm.address}
                    placeholder={texts.postForm.addressExample}
                    value={field.value.fullAddress}
                    onBlur={field.onBlur}
                    error={errors.address?.fullAddress?.message}
                    // What is typed by hand is somewhere else than what was chosen.
                    onValueChange={(fullAddress) =>
                      field.onChange({ fullAddress, latitude: null, longitude: null })
                    }
                    onSelect={({ label: fullAddress, latitude, longitude, timeZone }) => {
                      field.onChange({ fullAddress, latitude, longitude });
                      followZone(timeZone);
                    }}
                  />
                  <PlaceOnMap key={field.value.fullAddress} address={field.value} />
                </>
              )}
            />
          </Card>
        )}
        {has('requiredItems') && (
          <Card>
            <RequiredItemsField form={form} />
          </Card>
        )}
        <Card className="flex flex-col gap-5">
          <Lookup form={form} name="impactAreas" label={texts.postForm.impactAreas} />
          {has('skills') && <Lookup form={form} name="skills" label={texts.postForm.skills} />}
          {has('expectedRequiredHours') && (
            <TextField
              label={texts.postForm.expectedHours}
              type="number"
              inputMode="decimal"
              min={0}
              max={100}
              step={0.25}
              help={texts.postForm.expectedHoursHelp}
              error={errors.expectedRequiredHours?.message}
              {...form.register('expectedRequiredHours')}
            />
          )}
          <TextField
            label={texts.postForm.keywords}
            help={texts.postForm.keywordsHelp}
            error={errors.keywords?.message}
            {...form.register('keywords')}
          />
          {has('petitionLink') && (
            <WebAddressField
              label={texts.postForm.petitionLink}
              error={errors.petitionLink?.message}
              {...form.register('petitionLink')}
            />
          )}
          {has('postURL') && (
            <WebAddressField
              label={texts.postForm.linkToMore}
              error={errors.postURL?.message}
              {...form.register('postURL')}
            />
          )}
          {has('contact') && (
            <TextField
              label={texts.postForm.contact}
              help={texts.postForm.contactHelp}
              error={errors.contact?.message}
              {...form.register('contact')}
            />
          )}
          {has('topNeed') && (
            <Controller
              control={form.control}
              name="topNeed"
              render={({ field }) => (
                <Switch
                  label={texts.postForm.topNeed}
                  help={texts.postForm.topNeedHelp}
                  checked={field.value}
                  onCheckedChange={field.onChange}
                />
              )}
            />
          )}
        </Card>
        <Card>
          <Suspense fallback={<Skeleton className="h-40" />}>
            <SharingField form={form} postOf={(values) => sharedPostOf(values, previewOptions)} />
          </Suspense>
        </Card>
        <FormError message={errors.root?.message} />
        <PostNotes notes={notes} />
        {post?.isActive && (
          <p className="text-pretty text-muted text-sm empty:hidden">{changeAtNetworks(post)}</p>
        )}
        {scheduledAt !== null && (
          <p className="text-muted text-sm">
            {texts.postForm.scheduledFor(
              postDates(toInstant(scheduledAt, deviceTimeZone()), null, deviceTimeZone()).text,
            )}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1 sm:gap-2 sm:*:px-4">
          {isScheduled && (
            <MainButton loading={saving} onClick={main}>
              {texts.postForm.saveAndKeep}
            </MainButton>
          )}
          <Button variant="quiet" size="lg" aria-haspopup="dialog" onClick={() => void showPreview()}>
            <Eye aria-hidden /> {texts.postForm.preview}
          </Button>
          <Button variant="secondary" size="lg" disabled={saving} onClick={() => setIsScheduling(true)}>
            <CalendarClock aria-hidden /> {texts.postForm.schedule}
          </Button>
          <Button variant="secondary" size="lg" disabled={saving} onClick={save('draft')}>
            {texts.postForm.saveAsDraft}
          </Button>
          {isScheduled ? (
            <Button
              variant="secondary"
              size="lg"
              disabled={saving}
              aria-haspopup="dialog"
              onClick={() => setIsAskingToPublish(true)}
            >
              {texts.postForm.updateAndPublish}
            </Button>
          ) : (
            <MainButton loading={saving} onClick={main}>
              {post ? texts.postForm.updateAndPublish : texts.postForm.saveAndPublish}
            </MainButton>
          )}
        </div>
      </form>
      <ScheduleDialog
        form={form}
        open={isScheduling}
        onOpenChange={setIsScheduling}
        saving={saving}
        onSchedule={save('schedule')}
        onKeepAsDraft={save('draft')}
      />
      <ConfirmDialog
        open={isAskingToPublish}
        onOpenChange={setIsAskingToPublish}
        tone="primary"
        title={
          scheduledAt === null
            ? texts.postForm.publishQuestion
            : texts.postForm.publishInsteadQuestion(
                postDates(toInstant(scheduledAt, deviceTimeZone()), null, deviceTimeZone()).text,
              )
        }
        description={texts.postForm.publishHint}
        confirmLabel={texts.postForm.publishNow}
        onConfirm={() => save('publish')()}
      />
      {preview && (
        <PreviewDialog
          post={preview}
          title={texts.postForm.preview}
          description={post?.isActive ? texts.postForm.previewOfChanges : texts.postForm.previewOfNew}
          notes={notes}
          onClose={() => setPreview(undefined)}
        />
      )}
    </div>
  );
}

/** The button that the form is for, which a shortcut presses as well. */
function MainButton(props: ComponentProps<typeof Button>) {
  return (
    <Button
      size="lg"
      aria-keyshortcuts="Control+Enter Meta+Enter"
      title={texts.postForm.shortcut}
      {...props}
    />
  );
}

/** The values that notes are made of, and the schedule. */
const notedValues = (values: PostFormValues) => values;

const lastingLookup = { staleTime: Number.POSITIVE_INFINITY };

/** Whom a description can mention: individuals first, at most 20 of a kind. */
async function findPeople(name: string): Promise<readonly Person[]> {
  const { individuals, organizations } = await api.profiles.search.query({ name });
  return [...individuals, ...organizations];
}

interface LookupProps {
  form: PostForm;
  name: 'impactAreas' | 'skills';
  label: string;
}

function Lookup({ form, name, label }: LookupProps) {
  const lookup = trpc.lookups[name].useQuery(undefined, lastingLookup);
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <MultiSelect
          label={label}
          options={(lookup.data ?? []).map((item) => ({ value: item._id, label: item.name }))}
          value={field.value}
          onValueChange={field.onChange}
          onBlur={field.onBlur}
          error={
            form.formState.errors[name]?.message ??
            (lookup.isError ? failureOf(lookup.error).message : undefined)
          }
        />
      )}
    />
  );
}

/** Shows an error at the fields that it names, and in any case above the buttons. */
function showPostFailure(form: PostForm, error: unknown): void {
  const { message, fields } = failureOf(error);
  for (const [name, fieldMessage] of Object.entries(fields))
    form.setError(name as 'title', { message: fieldMessage }, { shouldFocus: true });
  form.setError('root', { message });
}
