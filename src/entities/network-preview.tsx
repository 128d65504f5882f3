import type { NetworkText } from '#server/social-media/post-text.schema.ts';
import { type NetworkOverview, networkLabels } from '#server/social-media/social-media.schema.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { cn } from '#src/lib/cn.ts';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { parseRichText } from '#src/lib/rich-text.ts';
import { texts } from './network-preview.texts.ts';

type NetworkName = NetworkOverview['socialMedia'];

/** A stored picture or a new one, with what it shows. */
export interface PreviewPicture {
  path: string;
  description: string;
}

interface NetworkPreviewProps {
  network: NetworkName;
  /** Whose post it becomes there. */
  account: { name: string; handle: string | null };
  text: NetworkText<PreviewPicture>;
  /** Of the post: what the card of its link shows. */
  title: string;
  link: string;
}

/** A post as a network will show it, with its length there. */
export function NetworkPreview({ network, account, text, title, link }: NetworkPreviewProps) {
  const label = networkLabels[network];
  const isLinkShort = network === 'twitter';
  return (
    <figure aria-label={texts.preview(label)} className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-col gap-2.5 rounded-lg border border-line bg-canvas p-3.5 text-sm">
        <p className="flex items-center gap-2.5">
          <Avatar id={account.name} name={account.name} size="md" />
          <span className="min-w-0">
            <span dir="auto" className="block truncate font-semibold">
              {account.name}
            </span>
            <span className="block truncate text-muted text-xs">
              {account.handle === null ? texts.justNow : texts.nowBy(account.handle)}
            </span>
          </span>
        </p>
        <p className="whitespace-pre-line wrap-anywhere">
          <Marked text={text.text} isLinkShort={isLinkShort} />
          {!text.hasCard && (
            <span className="block text-brand-ink">{isLinkShort ? shortAddress(link) : link}</span>
          )}
        </p>
        <Pictures pictures={text.pictures} />
        {text.hasCard && <LinkCard title={title} link={link} />}
      </div>
      <figcaption className="flex flex-col gap-0.5 text-muted text-xs">
        <span className={cn('tabular-nums', text.isTooLong && 'font-semibold text-danger-ink')}>
          {lengthOf(network, text)}
        </span>
        {networkNotes(network, text).map((note) => (
          <span key={note}>{note}</span>
        ))}
      </figcaption>
    </figure>
  );
}

/** Returns how long a text is, and how long it may be where that is near. */
function lengthOf(network: NetworkName, { length, limit, isTooLong }: NetworkText<unknown>): string {
  if (network !== 'twitter' && !isTooLong) return texts.characters(length);
  const counted = texts.charactersOf(length, limit, networkLabels[network]);
  return isTooLong ? texts.tooMany(counted, length - limit) : counted;
}

/** Returns what a network does not take of a post, beyond a text that is too long. */
function networkNotes(
  network: NetworkName,
  { isShortened, pictures, picturesLeftOut }: NetworkText<unknown>,
): string[] {
  const notes: string[] = [];
  if (isShortened) notes.push(texts.shortened);
  if (picturesLeftOut > 0)
    notes.push(texts.picturesLeftOut(networkLabels[network], pictures.length, picturesLeftOut));
  return notes;
}

/** A text in which addresses and hashtags look as networks show them. They lead nowhere. */
function Marked({ text, isLinkShort }: { text: string; isLinkShort: boolean }) {
  return parseRichText(text)
    .flatMap(({ kind, text: piece }) => (kind === 'text' ? markHashtags(piece) : [{ kind, text: piece }]))
    .map(({ kind, text: piece }, index) =>
      kind === 'text' ? (
        piece
      ) : (
        <span key={index} className="text-brand-ink">
          {kind === 'link' && isLinkShort ? shortAddress(piece) : piece}
        </span>
      ),
    );
}

const markHashtags = (text: string): { kind: 'hashtag' | 'text' | 'mention' | 'link'; text: string }[] =>
  text
    .split(/((?<![\p{L}\p{N}_&])#[\p{L}\p{N}_]*\p{L}[\p{L}\p{M}\p{N}_]*)/u)
    .map((piece, index) => ({ kind: index % 2 === 1 ? 'hashtag' : 'text', text: piece }));

/** An address as Twitter shows it. */
function shortAddress(address: string): string {
  const shown = address.replace(/^https?:\/\/(?:www\.)?/i, '');
  return shown.length > 26 ? `${shown.slice(0, 26)}…` : shown;
}

/** The first four pictures. */
function Pictures({ pictures }: { pictures: readonly PreviewPicture[] }) {
  const shown = pictures.slice(0, 4);
  if (shown.length === 0) return null;
  const others = pictures.length - shown.length;
  return (
    <ul aria-label={texts.pictures} className="grid grid-cols-2 gap-0.5 overflow-hidden rounded-md">
      {shown.map(({ path, description }, index) => (
        <li
          key={`${index} ${path.slice(-40)}`}
          className={cn(
            'relative aspect-video bg-sunken',
            shown.length === 1 && 'col-span-2',
            shown.length === 3 && index === 0 && 'row-span-2 aspect-auto',
          )}
        >
          <img
            src={pictureUrl(path, 400)}
            alt={description}
            loading="lazy"
            decoding="async"
            className="absolute inset-0 size-full object-cover"
          />
          {others > 0 && index === 3 && (
            <span className="absolute inset-0 flex items-center justify-center bg-ink/60 font-bold text-canvas text-xl">
              {`+${others}`}
              <span className="sr-only"> {texts.more}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The link to the post as a card. */
function LinkCard({ title, link }: { title: string; link: string }) {
  return (
    <p className="rounded-md border border-line bg-sunken px-3 py-2.5">
      <span className="block truncate text-muted text-xs">{URL.parse(link)?.host ?? link}</span>
      <span dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
        {title}
      </span>
    </p>
  );
}
