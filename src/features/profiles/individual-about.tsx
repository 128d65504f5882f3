import { MapPin } from 'lucide-react';
import { trpc } from '#src/app/api.ts';
import { useUser } from '#src/app/session.ts';
import { Card, CardHeader } from '#src/components/card.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { countryName } from './country-name.ts';
import { Names } from './names.tsx';
import type { PublicInfo } from './profile-frame.tsx';
import * as texts from './profile-page.texts.ts';

/** What an individual lets others know: where they are at home, and to who is signed in what they care about and can do. */
export function IndividualAbout({ info }: { info: PublicInfo }) {
  const enabled = useUser() !== undefined;
  const impactAreas = trpc.profiles.impactAreas.useQuery({ id: info._id }, { enabled });
  const skills = trpc.profiles.skills.useQuery({ id: info._id }, { enabled });
  const languages = trpc.profiles.languages.useQuery({ id: info._id }, { enabled });
  const { city, state, country } = info.basicInfo.address;
  const home = [city, state, countryName(country)].filter(Boolean).join(', ');
  const chosen = [
    { title: texts.impactAreas, names: impactAreas.data },
    { title: texts.skills, names: skills.data },
    { title: texts.languages, names: languages.data },
  ];
  const isEmpty = home === '' && chosen.every(({ names }) => !names || names.length === 0);
  const isLoading = enabled && (impactAreas.isLoading || skills.isLoading || languages.isLoading);
  if (isEmpty && !isLoading) return <EmptyState title={texts.noDescription} />;
  return (
    <>
      {home !== '' && (
        <Card as="section" aria-label={texts.about}>
          <CardHeader title={texts.about} />
          <p className="flex items-center gap-2">
            <MapPin aria-hidden className="size-4.5 shrink-0 text-muted" />
            {home}
          </p>
        </Card>
      )}
      {chosen.map(({ title, names }) => (
        <Names key={title} title={title} names={names?.map(({ name }) => name)} />
      ))}
    </>
  );
}
