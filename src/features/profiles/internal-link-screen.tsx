import { internalLinkForm, savedMessages } from '#server/profiles/sections.schema.ts';
import { trpc, utils } from '#src/app/api.ts';
import { useUser } from '#src/app/session.ts';
import { Card } from '#src/components/card.tsx';
import { WebAddressField } from '#src/components/web-address-field.tsx';
import { texts } from './internal-link.texts.ts';
import { askedOnce, Loaded } from './loaded.tsx';
import { SectionForm } from './section-form.tsx';
import type { StepPath } from './steps.ts';

const links = ['events', 'rss', 'blog'] as const;

/** An organization's own pages of events, news and blog posts: a part of a step, or a setting. */
export function InternalLinkScreen({ step }: { step?: StepPath }) {
  const id = useUser()?._id ?? '';
  const query = trpc.profiles.internalLink.useQuery({ id }, { ...askedOnce, enabled: id !== '' });
  const update = trpc.profiles.saveInternalLink.useMutation();
  return (
    <Loaded query={query} label={texts.loadingYourInternalLinks}>
      {(view) => (
        <SectionForm
          title={texts.internalLinks}
          intro={texts.intro}
          step={step}
          schema={internalLinkForm}
          values={view}
          draftKey="profile:internal-link"
          save={async (entered) => {
            const saved = await update.mutateAsync({ ...entered, id });
            await utils.profiles.invalidate();
            return saved;
          }}
          savedMessage={savedMessages.internalLink}
        >
          {(form) => (
            <Card className="flex flex-col gap-5">
              {links.map((name) => (
                <WebAddressField
                  key={name}
                  {...texts.links[name]}
                  error={form.formState.errors[name]?.message}
                  {...form.register(name)}
                />
              ))}
            </Card>
          )}
        </SectionForm>
      )}
    </Loaded>
  );
}
