import { Flame, Link as LinkIcon, type LucideIcon, PenLine, Phone, Timer } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { PostView } from '#server/posts/posts.schema.ts';
import { Badge } from '#src/components/badge.tsx';
import { Card } from '#src/components/card.tsx';
import { ExternalLink } from '#src/components/link.tsx';
import { RichText } from '#src/components/rich-text.tsx';
import { PostAuthor, WhenAndWhere } from '#src/entities/post-parts.tsx';
import { PostPictures } from '#src/entities/post-pictures.tsx';
import { PostTypeBadge } from '#src/entities/post-type-badge.tsx';
import { fill } from '#src/lib/fill.ts';
import { parseRichText } from '#src/lib/rich-text.ts';
import { PlaceOnMap } from './place-on-map.tsx';
import { texts } from './post-page.texts.ts';

interface PostArticleProps {
  post: PostView;
  /** What one can do about the organization. */
  action?: ReactNode;
  /** How one answers the post: on a phone always in reach, at the bottom of the screen. */
  answers?: ReactNode;
  /** What else one can do about it, and whether it is in the viewer's calendar. */
  more?: ReactNode;
  /** The level of its title on the screen. */
  level?: 1 | 3;
}

/** Renders all fields of a post. */
export function PostArticle({ post, action, answers, more, level = 1 }: PostArticleProps) {
  const titleId = useId();
  const Heading = level === 1 ? 'h1' : 'h3';
  return (
    // Clipped and not hidden: what sticks within would not, otherwise.
    <Card as="article" aria-labelledby={titleId} padding="none" className="overflow-clip">
      <PostAuthor post={post} action={action} className="px-4 pt-4 sm:px-6 sm:pt-6" />
      <div className="flex flex-col gap-4 px-4 py-4 sm:px-6">
        <div className="flex flex-wrap gap-2">
          <PostTypeBadge type={post.postType} />
          {post.topNeed && (
            <Badge tone="accent">
              <Flame aria-hidden /> {texts.postArticle.topNeed}
            </Badge>
          )}
        </div>
        <Heading id={titleId} dir="auto" className="text-balance font-bold text-2xl wrap-anywhere">
          {post.title}
        </Heading>
        <WhenAndWhere post={post} />
        {post.address && <PlaceOnMap address={post.address} />}
      </div>
      <PostPictures pictures={post.images} />
      {post.images.length === 1 && post.images[0]?.description && (
        <p aria-hidden className="px-4 pt-1.5 text-muted text-sm sm:px-6">
          {post.images[0].description}
        </p>
      )}
      <div className="flex flex-col gap-5 px-4 py-4 sm:px-6">
        <p dir="auto" className="whitespace-pre-line text-pretty wrap-anywhere">
          {post.description ? (
            <RichText parts={parseRichText(post.description)} />
          ) : (
            <span className="text-muted">{texts.postArticle.noDescription}</span>
          )}
        </p>
        {post.petitionLink && (
          <ExternalLink href={post.petitionLink} className="flex items-center gap-2 self-start font-semibold">
            <PenLine aria-hidden className="size-4.5" /> {texts.postArticle.signThePetition}
          </ExternalLink>
        )}
        <RequiredItems items={post.requiredItems} />
        <Facts post={post} />
        <Chips label={texts.postArticle.impactAreas} values={post.impactAreas.map(({ name }) => name)} />
        <Chips label={texts.postArticle.skills} values={post.skills.map(({ name }) => name)} />
        <Chips label={texts.postArticle.keywords} values={post.keywords} />
      </div>
      {more && (
        <div className="flex flex-wrap items-center gap-2 border-line border-t px-3 py-2.5 empty:hidden sm:px-5">
          {more}
        </div>
      )}
      {answers && (
        <footer
          data-answers
          className="flex flex-wrap border-line border-t bg-surface px-1 py-2 max-lg:sticky max-lg:bottom-(--bottom-bar) max-lg:z-20 max-[18rem]:static sm:gap-2 sm:px-5 max-sm:[&_a]:px-2 max-sm:[&_button]:px-2"
        >
          {answers}
        </footer>
      )}
    </Card>
  );
}

function RequiredItems({ items }: { items: PostView['requiredItems'] }) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="required-items" className="flex flex-col gap-2">
      <h2 id="required-items" className="font-semibold">
        {texts.postArticle.requiredItems}
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {items.map((item) => (
          <li
            key={`${item.name} ${item.requirement}`}
            className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5"
          >
            <span>
              <span dir="auto" className="font-medium">
                {item.name}
              </span>
              <span dir="auto" className="block text-muted text-sm">
                {item.requirement}
              </span>
            </span>
            <span className="text-muted text-sm">
              {fill(texts.postArticle.neededBy, {
                day: <time dateTime={item.neededBy}>{formatDay(item.neededBy)}</time>,
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A calendar day, `YYYY-MM-DD`, as MM/dd/yyyy. */
function formatDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}

function Facts({ post }: { post: PostView }) {
  const facts: { icon: LucideIcon; label: string; value: ReactNode }[] = [];
  if (post.expectedRequiredHours !== null)
    facts.push({
      icon: Timer,
      label: texts.postArticle.expectedHours,
      value: texts.postArticle.hours(post.expectedRequiredHours),
    });
  if (post.contact) facts.push({ icon: Phone, label: texts.postArticle.contact, value: post.contact });
  if (post.postURL)
    facts.push({
      icon: LinkIcon,
      label: texts.postArticle.more,
      value: <ExternalLink href={post.postURL}>{post.postURL}</ExternalLink>,
    });
  if (facts.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {facts.map(({ icon: Icon, label, value }) => (
        <li key={label} className="flex items-start gap-2">
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          <span className="sr-only">{label}: </span>
          <span className="min-w-0 wrap-anywhere">{value}</span>
        </li>
      ))}
    </ul>
  );
}

function Chips({ label, values }: { label: string; values: string[] }) {
  if (values.length === 0) return null;
  return (
    <section aria-label={label} className="flex flex-col gap-2">
      <h2 className="font-semibold text-muted text-sm">{label}</h2>
      <ul className="flex flex-wrap gap-1.5">
        {values.map((value) => (
          <li key={value}>
            <Badge dir="auto">{value}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
