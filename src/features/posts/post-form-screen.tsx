import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { hasField, type PostField, type PostType } from '#server/posts/post-rules.schema.ts';
import { type PostView, postInput, postLimits } from '#server/posts/posts.schema.ts';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { MultiSelect } from '#src/components/multi-select.tsx';
import { postTypes } from '#src/components/post-type.ts';
import { PostTypeBadge } from '#src/components/post-type-badge.tsx';
import { Switch } from '#src/components/switch.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { Title } from '#src/components/title.tsx';
import { toast } from '#src/components/toast.tsx';
import { DatesField } from './dates-field.tsx';
import { ImagesField } from './images-field.tsx';
import { blankPost, formValuesOf, type PostForm, type PostFormValues, usePostForm } from './post-form.ts';
import { RequiredItemsField } from './required-items-field.tsx';
import { useKeptDraft } from './use-kept-draft.ts';

interface PostFormScreenProps {
  postType: PostType;
  /** The post to edit; absent for a new one. */
  post?: PostView;
  /** What was typed before and not saved. */
  kept?: PostFormValues | undefined;
  /** The name under which unsaved typing is kept. */
  draftKey: string;
}

/** Creates or edits a post: the fields of its type, as a draft or published. What is typed survives a reload. */
export function PostFormScreen({ postType, post, kept, draftKey }: PostFormScreenProps) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const create = trpc.posts.create.useMutation();
  const update = trpc.posts.update.useMutation();
  // Chosen here and once, so that pressing Save again after a lost answer makes no second post.
  const [newId] = useState(() => uuid());
  const form = usePostForm(postType, kept ?? (post ? formValuesOf(post) : blankPost()));
  const forgetDraft = useKeptDraft(draftKey, form);
  const { errors } = form.formState;
  const has = (field: PostField) => hasField(postType, field);
  const { label } = postTypes[postType];
  const title = post ? `Edit ${label}` : `Create ${label}`;

  const save = (isActive: boolean) =>
    form.handleSubmit(async (input) => {
      try {
        const saved = await send({ ...input, isActive });
        await forgetDraft();
        await utils.posts.invalidate();
        toast.success(isActive ? 'Your post is published' : 'Your draft is saved');
        await navigate(
          isActive
            ? { to: '/post/$postType/details/$postId', params: { postType, postId: saved._id } }
            : { to: '/post/manage' },
        );
      } catch (error) {
        showPostFailure(form, error);
      }
    });

  const send = (input: z.output<typeof postInput>) =>
    post ? update.mutateAsync({ ...input, id: post._id }) : create.mutateAsync({ ...input, _id: newId });

  const saving = create.isPending || update.isPending;
  return (
    <div className="mx-auto flex w-full max-w-reading flex-col gap-5">
      <Title>{title}</Title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-bold text-2xl">{title}</h1>
        <PostTypeBadge type={postType} />
      </header>
      <form onSubmit={save(true)} noValidate className="flex flex-col gap-5">
        <Card className="flex flex-col gap-5">
          <TextField
            label="Title"
            required
            maxLength={postLimits.title}
            error={errors.title?.message}
            {...form.register('title')}
          />
          <Textarea
            label="Description"
            rows={8}
            help="Plain text; links become links."
            error={errors.description?.message}
            {...form.register('description')}
          />
          <ImagesField form={form} />
        </Card>
        {has('startDateTime') && (
          <Card className="flex flex-col gap-5">
            <DatesField form={form} />
            <TextField
              label="Address"
              autoComplete="off"
              placeholder="Street, city"
              error={errors.address?.fullAddress?.message}
              {...form.register('address.fullAddress')}
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
            <TextField
              label="Petition link"
              type="url"
              placeholder="https://"
              error={errors.petitionLink?.message}
              {...form.register('petitionLink')}
            />
          )}
          {has('postURL') && (
            <TextField
              label="Link to more"
              type="url"
              placeholder="https://"
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
          <Button variant="secondary" size="lg" disabled={saving} onClick={save(false)}>
            Save As Draft
          </Button>
          <Button type="submit" size="lg" loading={saving}>
            {post ? 'Update and Publish' : 'Save and Publish'}
          </Button>
        </div>
      </form>
    </div>
  );
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
