import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import type { z } from 'zod';
import { hasField, type PostField, type PostType } from '#server/posts/post-rules.schema.ts';
import { type PostView, postInput, postLimits } from '#server/posts/posts.schema.ts';
import { api, trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { changedFields, takeSaved } from '#src/app/form.ts';
import { PlaceField } from '#src/app/place-field.tsx';
import { useKeptDraft } from '#src/app/use-kept-draft.ts';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { MentionTextarea } from '#src/components/mention-textarea.tsx';
import { MultiSelect } from '#src/components/multi-select.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import type { Person } from '#src/components/person-row.tsx';
import { postTypes } from '#src/components/post-type.ts';
import { PostTypeBadge } from '#src/components/post-type-badge.tsx';
import { Switch } from '#src/components/switch.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { Title } from '#src/components/title.tsx';
import { toast } from '#src/components/toast.ts';
import { WebAddressField } from '#src/components/web-address-field.tsx';
import { drafts } from '#src/local/drafts.ts';
import { DatesField } from './dates-field.tsx';
import { ImagesField } from './images-field.tsx';
import { PlaceOnMap } from './place-on-map.tsx';
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
import { RequiredItemsField } from './required-items-field.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';

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
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const create = trpc.posts.create.useMutation();
  const update = trpc.posts.update.useMutation();
  const [isScheduling, setIsScheduling] = useState(false);
  // What was kept by an earlier version lacks what it did not know.
  const form = usePostForm(postType, { ...(post ? formValuesOf(post) : blankPost()), ...kept });
  const draft = useKeptDraft(draftKey, form, post && formValuesOf(post));
  const { errors } = form.formState;
  const has = (field: PostField) => hasField(postType, field);
  const { label } = postTypes[postType];
  const title = post ? `Edit ${label}` : `Create ${label}`;

  const save = (outcome: Outcome) =>
    form.handleSubmit(
      async (input) => {
        try {
          const sent = structuredClone(form.getValues());
          const saved = await send(
            { ...input, ...stateFor(outcome, sent.scheduledPublishDateTime) },
            sent._id,
          );
          // Nothing that is kept from now on may make the same post again.
          if (!post) await draft.forget();
          await Promise.all([
            utils.posts.invalidate(),
            queryClient.invalidateQueries({ queryKey: ['posts'] }),
          ]);
          toast.success(outcome === 'publish' && post?.isActive ? 'Your post is updated' : done[outcome]);
          const typedMeanwhile = changedFields(sent, form.getValues());
          if (Object.keys(typedMeanwhile).length > 0) return await goOnWith(typedMeanwhile, sent, saved);
          await draft.forget();
          await navigate(
            outcome === 'publish'
              ? { to: '/post/$postType/details/$postId', params: { postType, postId: saved._id } }
              : { to: '/post/manage' },
          );
        } catch (error) {
          const { scheduledPublishDateTime } = failureOf(error).fields;
          if (scheduledPublishDateTime === undefined) setIsScheduling(false);
          showPostFailure(form, error);
        }
      },
      () => setIsScheduling(false),
    );

  /** Who typed on while the post was saved goes on editing it. */
  async function goOnWith(typed: Partial<PostFormValues>, sent: PostFormValues, saved: PostView) {
    if (post) {
      takeSaved(form, sent, formValuesOf(saved));
      return draft.rebase(formValuesOf(saved));
    }
    await drafts.keep(draftKeyOf(saved._id), typed);
    return navigate({
      to: '/post/$orgId/edit/$postId',
      params: { orgId: saved.creatorId, postId: saved._id },
    });
  }

  const send = (input: z.output<typeof postInput>, _id: string) =>
    post
      ? update.mutateAsync({ ...input, id: post._id, wasActive: post.isActive })
      : create.mutateAsync({ ...input, _id });

  const saving = create.isPending || update.isPending;
  return (
    <div className="mx-auto flex w-full max-w-reading flex-col gap-5">
      <Title>{title}</Title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-bold text-2xl">{title}</h1>
        <PostTypeBadge type={postType} />
      </header>
      <NeedsConnection deed="Saving">What you type is kept on this device meanwhile.</NeedsConnection>
      <form onSubmit={save('publish')} noValidate className="flex flex-col gap-5">
        <Card className="flex flex-col gap-5">
          <TextField
            label="Title"
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
                label="Description"
                rows={8}
                help="Plain text; links become links. Mention somebody with @ and a name."
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
                    label="Address"
                    placeholder="Street, city"
                    value={field.value.fullAddress}
                    onBlur={field.onBlur}
                    error={errors.address?.fullAddress?.message}
                    // What is typed by hand is somewhere else than what was chosen.
                    onValueChange={(fullAddress) =>
                      field.onChange({ fullAddress, latitude: null, longitude: null })
                    }
                    onSelect={({ label: fullAddress, latitude, longitude }) =>
                      field.onChange({ fullAddress, latitude, longitude })
                    }
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
          <Lookup form={form} name="impactAreas" label="Impact areas" />
          {has('skills') && <Lookup form={form} name="skills" label="Skills" />}
          {has('expectedRequiredHours') && (
            <TextField
              label="Expected hours"
              type="number"
              inputMode="decimal"
              min={0}
              max={100}
              step={0.25}
              help="0 to 100, in quarters of an hour."
              error={errors.expectedRequiredHours?.message}
              {...form.register('expectedRequiredHours')}
            />
          )}
          <TextField
            label="Keywords"
            help="Separated by commas."
            error={errors.keywords?.message}
            {...form.register('keywords')}
          />
          {has('petitionLink') && (
            <WebAddressField
              label="Petition link"
              error={errors.petitionLink?.message}
              {...form.register('petitionLink')}
            />
          )}
          {has('postURL') && (
            <WebAddressField
              label="Link to more"
              error={errors.postURL?.message}
              {...form.register('postURL')}
            />
          )}
          {has('contact') && (
            <TextField
              label="Contact"
              help="Whom to ask: a name, telephone number or email."
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
                  label="Top need"
                  help="This is among what we need most."
                  checked={field.value}
                  onCheckedChange={field.onChange}
                />
              )}
            />
          )}
        </Card>
        <FormError message={errors.root?.message} />
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="secondary" size="lg" disabled={saving} onClick={() => setIsScheduling(true)}>
            <CalendarClock aria-hidden /> Schedule
          </Button>
          <Button variant="secondary" size="lg" disabled={saving} onClick={save('draft')}>
            Save As Draft
          </Button>
          <Button type="submit" size="lg" loading={saving}>
            {post ? 'Update and Publish' : 'Save and Publish'}
          </Button>
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
    </div>
  );
}

/** What is said when a post was saved. */
const done: Record<Outcome, string> = {
  publish: 'Your post is published',
  schedule: 'Your post is scheduled',
  draft: 'Your draft is saved',
};

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
  const lookup = trpc.lookups[name].useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
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

/** Shows a refusal at the fields that it names, and in any case above the buttons. */
function showPostFailure(form: PostForm, error: unknown): void {
  const { message, fields } = failureOf(error);
  for (const [name, complaint] of Object.entries(fields))
    form.setError(name as 'title', { message: complaint }, { shouldFocus: true });
  form.setError('root', { message });
}
