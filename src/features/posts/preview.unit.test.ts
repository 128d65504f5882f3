import { expect, it } from 'vitest';
import { blankPost } from './post-form.ts';
import { previewOf } from './preview.ts';

const options = {
  postType: 'event',
  saved: undefined,
  organization: { _id: 'carol', name: 'Soup Kitchen', profilePicture: null },
  impactAreas: [{ _id: 'hunger', name: 'Hunger' }],
  skills: [],
} as const;

it('shows what is typed, with names in place of ids and the dates in the zone of the post', async () => {
  const post = await previewOf(
    {
      ...blankPost(),
      title: ' Soup night ',
      description: 'With @[Maria](01980000-0000-7000-8000-000000000001)',
      impactAreas: ['hunger'],
      keywords: 'soup, evening',
      startDateTime: '2026-12-01T18:00',
      endDateTime: '2026-12-01T19:00',
      timeZone: 'Asia/Tokyo',
      postURL: 'example.org',
    },
    options,
  );
  expect(post).toMatchObject({
    title: 'Soup night',
    organizationName: 'Soup Kitchen',
    impactAreas: [{ name: 'Hunger' }],
    keywords: ['soup', 'evening'],
    startDateTime: '2026-12-01T09:00:00.000Z',
    timeZone: 'Asia/Tokyo',
    postURL: 'https://example.org',
    address: null,
  });
});

it('leaves out what has yet to be corrected, and shows the rest', async () => {
  const typed = {
    ...blankPost(),
    contact: 'Dan',
    postURL: 'javascript:alert(1)',
    startDateTime: 'half-typed',
  };
  expect(await previewOf(typed, options)).toMatchObject({
    title: 'No title yet',
    contact: 'Dan',
    postURL: null,
    startDateTime: null,
  });
});
