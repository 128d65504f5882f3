import type { PostalAddress } from '#db/tables/profiles.ts';
import { displayName } from '../hydrate/profiles.ts';
import { isolate } from '../isolate.schema.ts';
import { mentionPattern } from '../posts/mention-pattern.ts';
import type { PageHead } from './page-head.ts';
import type { PublicIndividualRow, PublicOrganizationRow, PublicPostRow } from './public-pages.queries.ts';

/** The most characters of a description: what previews and search results show of one. */
const longestDescription = 200;

/** The stored width of the pictures in previews, in pixels. */
const pictureWidth = 800;
const portraitWidth = 400;

/** Makes heads whose addresses begin with the public one. */
export function createDescriptions(publicUrl: string) {
  const pictureAt = (path: string, width: number) => `${publicUrl}/media/${path}/${width}`;
  const organizationAt = (id: string) => `${publicUrl}/organization/details/${id}`;

  return {
    post(row: PublicPostRow): PageHead {
      const address = `${publicUrl}${pathOfPost(row)}`;
      const text = row.description.replaceAll(mentionPattern, (_, name: string) => name);
      const description = cut(
        [whenOf(row), row.full_address && isolate(row.full_address), text].filter(Boolean).join(' · '),
        longestDescription,
      );
      const picture = pictureOfPost(row, pictureAt);
      return {
        title: row.title,
        description,
        address,
        kind: 'article',
        picture,
        isIndexed: true,
        data: describeEvent(row, {
          url: address,
          description: cut(text, longestDescription),
          image: picture?.isLarge ? [picture.address] : undefined,
          organizer: row.organization_name
            ? {
                '@type': 'Organization',
                name: row.organization_name,
                url: organizationAt(row.creator_id),
              }
            : undefined,
        }),
      };
    },

    organization(row: PublicOrganizationRow): PageHead {
      const address = organizationAt(row.user_id);
      const picture = row.profile_picture ? pictureAt(row.profile_picture, portraitWidth) : undefined;
      const about = row.mission || row.description;
      return {
        title: row.name,
        description: cut(about || `Events, projects and needs of ${isolate(row.name)}.`, longestDescription),
        address,
        kind: 'website',
        picture: picture ? portrait(picture, row.name) : undefined,
        isIndexed: true,
        data: {
          '@context': 'https://schema.org',
          '@type': 'Organization',
          name: row.name,
          url: address,
          logo: picture,
          description: about ? cut(about, longestDescription) : undefined,
          sameAs: row.website || undefined,
          address: describeAddress(row.address),
        },
      };
    },

    individual(row: PublicIndividualRow): PageHead {
      const name = displayName({ ...row, name: null });
      return {
        title: name,
        description: `${isolate(name)} is on Gatherwell, where neighbors and nonprofits find each other.`,
        address: `${publicUrl}/individual/details/${row.user_id}`,
        kind: 'profile',
        picture: row.profile_picture
          ? portrait(pictureAt(row.profile_picture, portraitWidth), name)
          : undefined,
        isIndexed: false,
        data: undefined,
      };
    },
  };
}

export const pathOfPost = (post: { id: string; post_type: string }) =>
  `/post/${post.post_type}/details/${post.id}`;

/** The first picture of a post, or its organization's. */
function pictureOfPost(
  row: PublicPostRow,
  pictureAt: (path: string, width: number) => string,
): PageHead['picture'] {
  if (row.path !== null && row.width !== null && row.height !== null) {
    const scale = Math.min(1, pictureWidth / row.width);
    return {
      address: pictureAt(row.path, pictureWidth),
      size: { width: Math.round(row.width * scale), height: Math.round(row.height * scale) },
      description: row.image_description || row.title,
      isLarge: true,
    };
  }
  if (!row.profile_picture) return undefined;
  return portrait(pictureAt(row.profile_picture, portraitWidth), row.organization_name);
}

const portrait = (address: string, name: string): PageHead['picture'] => ({
  address,
  size: undefined,
  description: name,
  isLarge: false,
});

/** When a post takes place, in its own zone: "Tue, Dec 1, 2026, 1:00 PM EST". */
const whenOf = ({ start_at, time_zone }: PublicPostRow): string | undefined =>
  start_at?.toLocaleString('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: time_zone ?? 'UTC',
    timeZoneName: 'short',
  });

/** An event in the terms of schema.org, which demand a start and a place; undefined for other posts. */
function describeEvent(row: PublicPostRow, more: object): object | undefined {
  if (row.post_type !== 'event' || row.start_at === null || row.full_address === null) return undefined;
  const zone = row.time_zone ?? 'UTC';
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: row.title,
    startDate: wallClock(row.start_at, zone),
    endDate: row.end_at ? wallClock(row.end_at, zone) : undefined,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: row.full_address,
      address: row.full_address,
      geo:
        row.latitude === null || row.longitude === null
          ? undefined
          : { '@type': 'GeoCoordinates', latitude: row.latitude, longitude: row.longitude },
    },
    ...more,
  };
}

/** Undefined where nothing of it is known. */
function describeAddress({ street1, street2, city, code, state, country }: PostalAddress) {
  const parts = {
    streetAddress: [street1, street2].filter(Boolean).join(', ') || undefined,
    addressLocality: city || undefined,
    addressRegion: state || undefined,
    postalCode: code || undefined,
    addressCountry: country || undefined,
  };
  return Object.values(parts).some(Boolean) ? { '@type': 'PostalAddress', ...parts } : undefined;
}

/** An instant as ISO 8601 with the offset of a zone, as search engines show it: "2026-12-01T13:00:00-05:00". */
function wallClock(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  });
  const { year, month, day, hour, minute, second, timeZoneName } = Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  // Some versions write no numbers for UTC.
  const offset = timeZoneName?.replace('GMT', '') || '+00:00';
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
}

/** A text in one line of at most so many UTF-16 units: the rest becomes an ellipsis, after a whole word where there is one. */
function cut(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const start = line.slice(0, most - 1);
  const space = start.lastIndexOf(' ');
  // Not half of a surrogate pair, which would be shown as a question mark.
  const kept = space > most / 2 ? start.slice(0, space) : start.replace(/[\uD800-\uDBFF]$/, '');
  return `${kept.trimEnd()}…`;
}
