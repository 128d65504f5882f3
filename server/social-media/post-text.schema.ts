import type { NetworkName } from '#db/tables/social-media.ts';
import { mentionPattern } from '../posts/mention-pattern.ts';
import { postTypeLabels } from '../posts/post-rules.schema.ts';
import type { PostView } from '../posts/posts.schema.ts';
import type { SocialMediaSharing } from '../posts/social-sharing.schema.ts';
import { networkLimits } from './network-limits.schema.ts';
import type { TemplateItem } from './template.schema.ts';
import { defaultTemplate, inOrder, type TemplatePart } from './template-parts.schema.ts';
import { weightedLength } from './weighted-length.ts';

/** What is shared of a post. Pictures may be of any form. */
export type SharedPost<Picture = unknown> = Pick<
  PostView,
  Exclude<TemplatePart, 'images'> | 'endDateTime' | 'timeZone'
> & { images: readonly Picture[] };

/** What a network is told about a post. */
export interface NetworkText<Picture> {
  /** The text without the link: `text` of a `NetworkPost`, which has the link beside it. */
  text: string;
  /** What people read there: the text, with the link where it is not a card. */
  shown: string;
  /** Whether the link is a card below the text. */
  hasCard: boolean;
  /** Characters of `shown` as the network counts them, and how many it takes. */
  length: number;
  limit: number;
  /** Whether the network would reject it. Only a text that the organization wrote can be. */
  isTooLong: boolean;
  /** Whether the template says more than was taken. */
  isShortened: boolean;
  /** The first of the post's pictures, as many as the network takes. */
  pictures: Picture[];
  /** How many more there are. */
  picturesLeftOut: number;
}

interface TextOptions<Picture> {
  /** Which parts of the post are shared; the default where it is absent. */
  template?: readonly TemplateItem[] | undefined;
  post: SharedPost<Picture>;
  /** The address of the post here. */
  link: string;
  /** What the organization wrote for this network in place of what the template says. */
  ownText?: string | undefined;
}

/** How much of what a template says is shown at Twitter before the link: room is left for words of those who pass it on. */
const shownAtTwitter = 230;

/**
 * Returns what is posted to a network about a post: at publication, and before it in previews. A pure function of what it
 * is given.
 *
 * The text is what the organization wrote for the network (`ownText`), to the letter. Where that is empty, it is the
 * ticked parts of the template in their order, a line each, with parts that the post does not have left out; the title,
 * where nothing is left. What the network does not take all of is shortened, the description first. Mentions are
 * names without an @, which would mention others there.
 *
 * The link to the post comes last: in the text, or as a card where there are no pictures (Facebook, LinkedIn). Pictures
 * go along where they are ticked, the first ones as far as the network takes them (`networkLimits`).
 */
export function textFor<Picture>(
  network: NetworkName,
  { template = defaultTemplate, post, link, ownText = '' }: TextOptions<Picture>,
): NetworkText<Picture> {
  const { characters: limit, pictures: mostPictures } = networkLimits[network];
  const measure = measureOf(network);
  const ticked = inOrder(template).filter(({ selected }) => selected);
  const wanted = ticked.some(({ name }) => name === 'images') ? post.images : [];
  const hasCard = network !== 'twitter' && wanted.length === 0;
  const ending = hasCard ? '' : `\n${link}`;

  const lines = linesOf(post, ticked);
  const whole = join(lines);
  const room = Math.min(limit - measure(ending), network === 'twitter' ? shownAtTwitter : limit);
  const text = ownText.trim() === '' ? fit(lines, room, measure) : ownText;
  const shown = `${text}${ending}`;
  const length = measure(shown);
  return {
    text,
    shown,
    hasCard,
    length,
    limit,
    isTooLong: length > limit,
    isShortened: ownText.trim() === '' && text !== whole,
    pictures: wanted.slice(0, mostPictures),
    picturesLeftOut: Math.max(0, wanted.length - mostPictures),
  };
}

/** The names of the networks in `socialMediaSharing`. */
export const sharingKeys = {
  facebook: 'facebook',
  twitter: 'twitter',
  'linked-in': 'linkedIn',
} as const satisfies Record<NetworkName, keyof SocialMediaSharing>;

/**
 * Returns what a post says of sharing it at a network: its own text and its template, where it has them. Undefined where
 * it is not to be shared there.
 */
export function sharingAt(
  network: NetworkName,
  sharing: SocialMediaSharing | undefined,
): Pick<TextOptions<never>, 'ownText' | 'template'> | undefined {
  const key = sharingKeys[network];
  const said = sharing?.[key];
  if (!said?.sharePost) return undefined;
  return { ownText: said.description, template: said.template ?? sharing?.template?.[key] };
}

/** How a network counts characters. */
const measureOf = (network: NetworkName): ((text: string) => number) =>
  network === 'twitter' ? weightedLength : ({ length }) => length;

interface Line {
  name: string;
  text: string;
}

/** What the ticked parts say; the title where they say nothing. */
function linesOf(post: SharedPost, ticked: readonly TemplateItem[]): Line[] {
  const names = new Set(ticked.map(({ name }) => name));
  const lines = [...names].map((name) => ({ name, text: isPart(name) ? wordings[name](post) : '' }));
  return lines.some(({ text }) => text !== '') ? lines : [{ name: 'title', text: post.title }];
}

const join = (lines: readonly Line[]): string =>
  lines
    .map(({ text }) => text)
    .filter(Boolean)
    .join('\n');

const isPart = (name: string): name is TemplatePart => Object.hasOwn(wordings, name);

/** Every part of a post as people read it at a network; empty where the post does not have it. */
const wordings: Record<TemplatePart, (post: SharedPost) => string> = {
  title: ({ title }) => title.trim(),
  startDateTime: datesOf,
  address: ({ address }) => address?.fullAddress ?? '',
  description: ({ description }) => description.replaceAll(mentionPattern, '$1').trim(),
  requiredItems: ({ requiredItems }) =>
    labelled(
      'Needed',
      requiredItems.map(({ name, requirement }) => (requirement ? `${name} (${requirement})` : name)),
    ),
  petitionLink: ({ petitionLink }) => labelled('Sign the petition', petitionLink),
  skills: ({ skills }) => labelled('Skills', names(skills)),
  expectedRequiredHours: ({ expectedRequiredHours: hours }) =>
    labelled('Expected hours', hours === null ? null : String(hours)),
  contact: ({ contact }) => labelled('Contact', contact),
  postURL: ({ postURL }) => labelled('More', postURL),
  topNeed: ({ topNeed }) => (topNeed ? 'This is what we need most.' : ''),
  impactAreas: ({ impactAreas }) => labelled('Impact areas', names(impactAreas)),
  organizationName: ({ organizationName }) => organizationName,
  postType: ({ postType }) => postTypeLabels[postType],
  keywords: ({ keywords }) => [...new Set(keywords.map(hashtagOf))].filter(Boolean).join(' '),
  images: () => '',
};

const names = (entries: readonly { name: string }[]) => entries.map(({ name }) => name);

function labelled(label: string, value: string | readonly string[] | null): string {
  const text = typeof value === 'string' ? value : (value ?? []).join(', ');
  return text === '' ? '' : `${label}: ${text}`;
}

/** A keyword as networks link it: letters and digits, words run together (`soup kitchen`: `#SoupKitchen`). */
function hashtagOf(keyword: string): string {
  const words = keyword.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  const joined =
    words.length === 1 ? words : words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  // What has no letter is none at any network.
  return /\p{L}/u.test(keyword) ? `#${joined.join('')}` : '';
}

/** When it takes place, on the clock there, in the same words in every runtime. */
function datesOf({ startDateTime, endDateTime, timeZone }: SharedPost): string {
  if (startDateTime === null) return '';
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timeZone ?? 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  const text =
    endDateTime === null
      ? format.format(new Date(startDateTime))
      : format.formatRange(new Date(startDateTime), new Date(endDateTime));
  // Newer ones put narrow spaces before AM and around the dash.
  return text.replaceAll(/\s+/g, ' ');
}

/** Returns the lines as one text of at most `room`: with less of the description, and where that is not enough, cut. */
function fit(lines: readonly Line[], room: number, measure: (text: string) => number): string {
  const whole = join(lines);
  if (measure(whole) <= room) return whole;
  const rest = room - measure(`${join(lines.filter(({ name }) => name !== 'description'))}\n`);
  const shortenLine = (line: Line) =>
    line.name === 'description'
      ? { ...line, text: rest < shortestDescription ? '' : shorten(line.text, rest, measure) }
      : line;
  return shorten(join(lines.map(shortenLine)), room, measure);
}

/** A shorter rest of a description says nothing. */
const shortestDescription = 40;

const graphemes = new Intl.Segmenter();

/**
 * Returns a text of at most `room` with an ellipsis where something is left out: after a word, where the last one is not
 * very long or is a link, and never within a character.
 */
export function shorten(text: string, room: number, measure: (text: string) => number): string {
  if (measure(text) <= room) return text;
  // No character counts for less than a twelfth, but those of links, which are not worth the search.
  const starts = [...graphemes.segment(text.slice(0, room * 12))].map(({ index }) => index);
  const cutAt = (end: number) => `${text.slice(0, end).trimEnd()}…`;
  let [fits, tooLong] = [0, starts.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (measure(cutAt(starts[middle] ?? 0)) <= room) fits = middle;
    else tooLong = middle;
  }
  const end = starts[fits] ?? 0;
  const kept = text.slice(0, end);
  const lastWord = /\S*$/.exec(kept)?.[0] ?? '';
  const isWordCut = lastWord !== '' && /^\S/.test(text.slice(end));
  const isDropped = isWordCut && (lastWord.length <= longestDroppedWord || /[.:/]/.test(lastWord));
  const shortened = isDropped && lastWord.length < kept.length ? cutAt(end - lastWord.length) : cutAt(end);
  return measure(shortened) <= room ? shortened : cutAt(end);
}

/** A cut word of more characters is one of a script without spaces. */
const longestDroppedWord = 25;
