import type { ReactNode } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { isolate } from '#server/isolate.schema.ts';
import type { SocialMediaSharing } from '#server/posts/social-sharing.schema.ts';
import { type SharedPost, sharingKeys } from '#server/social-media/post-text.schema.ts';
import { type NetworkOverview, networkLabels } from '#server/social-media/social-media.schema.ts';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { Checkbox } from '#src/components/checkbox.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { Link } from '#src/components/link.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { NetworkPreview } from '#src/entities/network-preview.tsx';
import { addressOf, networkTextOf } from './network-texts.ts';
import { texts } from './post-form.texts.ts';
import type { PostForm, PostFormValues } from './post-form.ts';

interface SharingFieldProps {
  form: PostForm;
  /** The post as the form holds it. */
  postOf: (values: PostFormValues) => SharedPost<PostFormValues['images'][number]>;
}

/** Where else a post is to appear, with which text, and what that will look like. */
export function SharingField({ form, postOf }: SharingFieldProps) {
  const overview = trpc.socialMedia.overview.useQuery();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">{texts.sharingField.shareOnSocialNetworks}</legend>
      <p className="text-muted text-sm">{texts.sharingField.hint}</p>
      {overview.data ? (
        overview.data.networks.map((network) => (
          <NetworkField key={network.socialMedia} network={network} form={form} postOf={postOf} />
        ))
      ) : overview.isError || overview.isPaused ? (
        <ErrorState
          message={failureOf(overview.error).message}
          retrying={overview.isFetching}
          onRetry={() => void overview.refetch()}
        />
      ) : (
        <Skeleton className="h-30" />
      )}
    </fieldset>
  );
}

function NetworkField({ network, form, postOf }: SharingFieldProps & { network: NetworkOverview }) {
  const { socialMedia, connection } = network;
  const key = sharingKeys[socialMedia];
  const label = networkLabels[socialMedia];
  const userId = useUser()?._id ?? '';
  const isConnected = connection !== null && userId !== '';
  const own = trpc.socialMedia.template.useQuery({ socialMedia, userId }, { enabled: isConnected });
  const template = own.data?.template;
  const obstacle = obstacleOf(network);
  return (
    <Controller
      control={form.control}
      name={`socialMediaSharing.${key}`}
      render={({ field }) => {
        const said = field.value;
        const isShared = said?.sharePost === true;
        const change = (to: Partial<NonNullable<SocialMediaSharing[typeof key]>>) =>
          field.onChange({ sharePost: isShared, description: '', ...said, ...to });
        return (
          <div className="flex flex-col gap-3">
            <Checkbox
              label={label}
              help={obstacle ?? texts.sharingField.as(isolate(accountOf(network).name))}
              // What was ticked while it was connected can be taken back.
              disabled={obstacle !== undefined && !isShared}
              checked={isShared}
              // The post keeps the template that the preview shows.
              onCheckedChange={(checked) =>
                change({ sharePost: checked === true, template: said?.template ?? template })
              }
            />
            {isShared && (
              <div className="grid items-start gap-4 rounded-lg border border-line p-3 sm:grid-cols-2">
                <Textarea
                  label={texts.sharingField.ownTextFor(label)}
                  help={texts.sharingField.ownTextHelp}
                  rows={5}
                  error={form.formState.errors.socialMediaSharing?.[key]?.message}
                  name={`${field.name}.description`}
                  ref={field.ref}
                  value={said?.description ?? ''}
                  onChange={({ target }) => change({ description: target.value })}
                  onBlur={field.onBlur}
                />
                <Preview network={network} form={form} postOf={postOf} template={template} />
              </div>
            )}
          </div>
        );
      }}
    />
  );
}

type Template = NonNullable<SocialMediaSharing['facebook']>['template'];

function Preview({
  network,
  form,
  postOf,
  template,
}: SharingFieldProps & { network: NetworkOverview; template: Template }) {
  const values = useWatch({ control: form.control, compute: (all) => all });
  const post = postOf(values);
  return (
    <NetworkPreview
      network={network.socialMedia}
      account={accountOf(network)}
      text={networkTextOf(network.socialMedia, values, post, template)}
      title={post.title}
      link={addressOf(values, post.postType)}
    />
  );
}

/** Whose post it becomes at a network. */
function accountOf({ connection }: NetworkOverview): { name: string; handle: string | null } {
  const page = connection?.selectedPage;
  return {
    name: (page?.postFromPage === true ? page.pageName : connection?.name) ?? '',
    handle: connection?.handle ?? null,
  };
}

/** Why nothing can be posted to a network now, and what to do about it. */
function obstacleOf({ socialMedia, isAvailable, connection }: NetworkOverview): ReactNode {
  if (!isAvailable) return texts.sharingField.notAvailable;
  const label = networkLabels[socialMedia];
  if (connection === null)
    return <Obstacle text={texts.sharingField.notConnected} action={texts.sharingField.connect(label)} />;
  if (connection.needsReconnecting)
    return <Obstacle text={texts.sharingField.noLongerWorks} action={texts.sharingField.reconnect(label)} />;
  if (connection.selectedPage?.postFromPage === false)
    return <Obstacle text={texts.sharingField.noPage} action={texts.sharingField.chooseAPage} />;
  return undefined;
}

/** What is in the way, and the screen that removes it. The form is kept on this device meanwhile. */
function Obstacle({ text, action }: { text: string; action: string }) {
  return (
    <>
      {text} <Link to="/edit/organization/social-media">{action}</Link>
    </>
  );
}
