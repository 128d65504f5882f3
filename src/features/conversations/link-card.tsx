import { Building2, CalendarHeart } from 'lucide-react';
import { trpc } from '#src/app/api.ts';
import { Link } from '#src/components/link.tsx';
import { wholeName } from '#src/lib/shown-name.ts';
import { texts } from './texts.ts';

const look =
  'flex h-14 w-64 max-w-full items-center gap-3 rounded-md border border-line bg-surface px-3 text-sm transition-colors hover:border-line-strong [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-brand-ink';

/** What a message links to within the product, as a card of one size, whatever is known of it yet. */
export function LinkCard({ link }: { link: string }) {
  const [, place, type = '', , id = ''] = link.split('/');
  if (place === 'post') return <PostCard postType={type} postId={id} />;
  return <OrganizationCard id={link.split('/').at(-1) ?? ''} />;
}

function PostCard({ postType, postId }: { postType: string; postId: string }) {
  const post = trpc.posts.byId.useQuery({ id: postId }, { staleTime: 60_000, retry: false });
  return (
    <Link to="/post/$postType/details/$postId" params={{ postType, postId }} variant="bare" className={look}>
      <CalendarHeart aria-hidden />
      <Words
        title={post.data?.title ?? texts.linkCard.aPost}
        note={post.data ? wholeName(post.data.organizationName, 'organization') : texts.linkCard.seeThePost}
      />
    </Link>
  );
}

function OrganizationCard({ id }: { id: string }) {
  const profile = trpc.profiles.publicInfo.useQuery({ id }, { staleTime: 60_000, retry: false });
  return (
    <Link to="/organization/details/$id" params={{ id }} variant="bare" className={look}>
      <Building2 aria-hidden />
      <Words
        title={profile.data ? wholeName(profile.data.name, 'organization') : texts.linkCard.anOrganization}
        note={texts.linkCard.seeTheOrganization}
      />
    </Link>
  );
}

function Words({ title, note }: { title: string; note: string }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span dir="auto" className="truncate font-semibold">
        {title}
      </span>
      <span className="truncate text-muted text-xs">{note}</span>
    </span>
  );
}
