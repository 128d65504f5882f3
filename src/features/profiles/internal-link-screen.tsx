import { internalLinkForm, savedMessages } from '#server/profiles/sections.schema.ts';
import { trpc, utils } from '#src/app/api.ts';
import { useUser } from '#src/app/session.ts';
import { Card } from '#src/components/card.tsx';
import { WebAddressField } from '#src/components/web-address-field.tsx';
import { askedOnce, Loaded } from './loaded.tsx';
import { SectionForm } from './section-form.tsx';
import type { StepPath } from './steps.ts';

const links = [
  { name: 'events', label: 'Events link', help: 'Your own events page.' },
  { name: 'rss', label: 'RSS link', help: 'Your news feed.' },
  { name: 'blog', label: 'Blogs link', help: 'Your blog.' },
] as const;

/** An organization's own pages of events, news and blog posts: a part of a step, or a setting. */
export function InternalLinkScreen({ step }: { step?: StepPath }) {
  const id = useUser()?._id ?? '';
  const query = trpc.profiles.internalLink.useQuery({ id }, { ...askedOnce, enabled: id !== '' });
  const update = trpc.profiles.saveInternalLink.useMutation();
  return (
    <Loaded query={query} label="Loading your internal links">
      {(view) => (
        <SectionForm
          title="Internal links"
          intro="Where else you publish, so people can find it from here."
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
              {links.map(({ name, label, help }) => (
                <WebAddressField
                  key={name}
                  label={label}
                  help={help}
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
