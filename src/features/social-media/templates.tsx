import { useState } from 'react';
import { type SharedPost, textFor } from '#server/social-media/post-text.schema.ts';
import {
  type NetworkOverview,
  networkLabels,
  templateMessages,
} from '#server/social-media/social-media.schema.ts';
import type { TemplateItem } from '#server/social-media/template.schema.ts';
import { completeTemplate, defaultTemplate } from '#server/social-media/template-parts.schema.ts';
import { trpc, utils } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { Button } from '#src/components/button.tsx';
import { Card, CardHeader } from '#src/components/card.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { SkeletonForm } from '#src/components/skeleton-form.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#src/components/tabs.tsx';
import { toast } from '#src/components/toast.ts';
import { NetworkPreview, type PreviewPicture } from '#src/entities/network-preview.tsx';
import { TemplateItems } from './template-items.tsx';
import { texts } from './texts.ts';

type NetworkName = NetworkOverview['socialMedia'];

/** Chooses for each network which parts of a post are shared there, and in which order. */
export function Templates({ networks }: { networks: readonly NetworkOverview[] }) {
  // What was changed and not saved, also in tabs that are not open.
  const [changed, setChanged] = useState<Partial<Record<NetworkName, TemplateItem[]>>>({});
  return (
    <Card as="section" aria-labelledby="templates">
      <CardHeader
        title={<span id="templates">{texts.templates.whatGetsShared}</span>}
        description={texts.templates.hint}
      />
      <Tabs defaultValue={networks[0]?.socialMedia}>
        <TabList label={texts.templates.networks}>
          {networks.map(({ socialMedia }) => (
            <Tab key={socialMedia} value={socialMedia}>
              {networkLabels[socialMedia]}
            </Tab>
          ))}
        </TabList>
        {networks.map((network) => (
          <TabPanel key={network.socialMedia} value={network.socialMedia}>
            <TemplateEditor
              network={network}
              changed={changed[network.socialMedia]}
              onChange={(items) => setChanged({ ...changed, [network.socialMedia]: items })}
            />
          </TabPanel>
        ))}
      </Tabs>
    </Card>
  );
}

interface TemplateEditorProps {
  network: NetworkOverview;
  /** The template where it was changed and not saved. */
  changed: TemplateItem[] | undefined;
  onChange: (items: TemplateItem[] | undefined) => void;
}

function TemplateEditor({ network: { socialMedia, connection }, changed, onChange }: TemplateEditorProps) {
  const user = useUser();
  const userId = user?._id ?? '';
  const saved = trpc.socialMedia.template.useQuery({ socialMedia, userId }, { enabled: userId !== '' });
  const save = trpc.socialMedia.saveTemplate.useMutation();
  const post = useExample();

  if (!saved.data)
    return saved.isError || saved.isPaused ? (
      <ErrorState
        message={failureOf(saved.error).message}
        retrying={saved.isFetching}
        onRetry={() => void saved.refetch()}
      />
    ) : (
      <SkeletonForm label={texts.templates.loadingTheTemplate} />
    );

  const items = changed ?? completeTemplate(saved.data.template);
  const page = connection?.selectedPage;
  const link = new URL(`/post/${post.postType}/details/${post._id}`, location.href).href;

  async function store() {
    try {
      const stored = await save.mutateAsync({ socialMedia, userId, template: items });
      utils.socialMedia.template.setData({ socialMedia, userId }, stored);
      onChange(undefined);
      toast.success(templateMessages.saved);
    } catch (error) {
      toast.failed(failureOf(error).message, { title: templateMessages.notSaved });
    }
  }

  return (
    <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3">
        <TemplateItems items={items} onChange={onChange} />
        <div className="flex flex-wrap gap-2">
          <Button loading={save.isPending} disabled={changed === undefined} onClick={() => void store()}>
            {texts.templates.saveTemplate}
          </Button>
          <Button
            variant="secondary"
            disabled={save.isPending}
            onClick={() => onChange([...defaultTemplate])}
          >
            {texts.templates.reset}
          </Button>
        </div>
      </div>
      <div className="md:sticky md:top-20">
        <NetworkPreview
          network={socialMedia}
          account={{
            name: page?.postFromPage === true ? page.pageName : (connection?.name ?? user?.name ?? ''),
            handle: connection?.handle ?? null,
          }}
          text={textFor(socialMedia, { template: items, post, link })}
          title={post.title}
          link={link}
        />
      </div>
    </div>
  );
}

type Example = SharedPost<PreviewPicture> & { _id: string };

/** The organization's newest post, or one made up. */
function useExample(): Example {
  const user = useUser();
  const newest = trpc.posts.list.useQuery(
    { filters: { creatorId: user?._id ?? '', isActive: true }, limit: 1 },
    { enabled: user !== undefined },
  );
  return newest.data?.items[0] ?? { ...madeUp, organizationName: user?.name ?? '' };
}

const { example } = texts.templates;

const madeUp: Example = {
  _id: '01990000-0000-7000-8000-000000000000',
  postType: 'volunteering',
  title: example.title,
  organizationName: '',
  description: example.description,
  startDateTime: '2027-05-08T14:00:00.000Z',
  endDateTime: '2027-05-08T19:00:00.000Z',
  timeZone: 'America/Toronto',
  address: { fullAddress: example.address, latitude: null, longitude: null },
  requiredItems: [],
  petitionLink: null,
  skills: [{ _id: 'gardening', name: example.skill }],
  expectedRequiredHours: null,
  contact: example.contact,
  postURL: 'https://example.org/garden',
  topNeed: true,
  impactAreas: [{ _id: 'environment', name: example.impactArea }],
  keywords: example.keywords,
  images: [],
};
