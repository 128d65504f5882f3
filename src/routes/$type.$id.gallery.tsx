import { createFileRoute } from '@tanstack/react-router';
import { Gallery } from '#src/features/posts/gallery.tsx';
import { NoUserFound } from '#src/features/profiles/no-user-found.tsx';
import { OrganizationPage } from './-organization-page.tsx';
import * as texts from './-texts.ts';

export const Route = createFileRoute('/$type/$id/gallery')({
  component: function UserGallery() {
    const { type, id } = Route.useParams();
    // Only organizations publish.
    if (type !== 'organization') return <NoUserFound />;
    return (
      <OrganizationPage id={id}>
        {() => (
          <section aria-label={texts.gallery} className="flex flex-col gap-4">
            <Gallery organizationId={id} />
          </section>
        )}
      </OrganizationPage>
    );
  },
});
