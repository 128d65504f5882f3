import { messageLimit } from '#server/conversations/conversations.schema.ts';
import { postRules } from '#server/posts/post-rules.schema.ts';
import { postLimits } from '#server/posts/posts.schema.ts';
import { profileLimits } from '#server/profiles/profiles.schema.ts';
import { sectionLimits } from '#server/profiles/sections.schema.ts';
import type { Seed } from '../factories.schema.ts';

/** Words of many lengths, as long as the limit allows. */
function longest(limit: number, words: string): string {
  return words
    .repeat(Math.ceil(limit / words.length))
    .slice(0, limit)
    .trim()
    .padEnd(limit, 'x');
}

/** Without a place at which a line could be broken. */
const unbroken = (limit: number, letters = 'Donaudampfschifffahrtselektrizität') =>
  longest(limit, letters).replaceAll(' ', '');

const paragraphs = 'Bring gloves, water and a neighbor. We begin on time, whatever the weather.\n\n';
const arabic = 'نعمل معًا من أجل حيّنا، ونرحّب بكل من يريد المساعدة. ';
const hebrew = 'עוזרים זה לזה בשכונה, וכל מי שרוצה להצטרף מוזמן. ';

const day = 24 * 60 * 60 * 1000;

/** Everybody and everything that a screen may not be ready for; `robin` has something to do with all of them. */
export function edgeCases(now: Date): Seed {
  const inDays = (days: number) => new Date(now.getTime() + days * day).toISOString();
  const organizations: NonNullable<Seed['organizations']> = {
    'longest-organization': {
      name: longest(profileLimits.name, 'The Long Standing Committee of Neighbors '),
      mission: longest(profileLimits.mission, 'To be there for everybody, always. '),
      description: longest(profileLimits.description, paragraphs),
      phone: longest(profileLimits.phone, '+1 416 555 0100 ext 1234567 '),
      website: `https://example.org/${unbroken(180, 'a-very-long-path')}`,
      address: {
        street1: longest(200, 'Boulevard of the Unknown Volunteer '),
        street2: unbroken(200),
        city: longest(100, 'Llanfairpwllgwyngyllgogerychwyrndrobwll '),
        code: 'M6H 2T9',
        state: 'ON',
        country: 'CA',
      },
      serviceInfo: {
        serviceAreas: Array.from({ length: sectionLimits.serviceAreas }, (_, index) =>
          longest(sectionLimits.serviceArea, `Area ${index + 1} of the long list `),
        ),
        keywords: Array.from({ length: sectionLimits.keywords }, (_, index) =>
          unbroken(sectionLimits.keyword, `keyword${index + 1}`),
        ),
      },
    },
    'unbroken-organization': { name: unbroken(profileLimits.name), mission: unbroken(profileLimits.mission) },
    'arabic-organization': {
      name: 'جمعية جيران شارع الدردار',
      mission: longest(400, arabic),
      description: longest(3000, arabic),
      address: { city: 'القاهرة' },
    },
    'hebrew-organization': { name: 'אגודת השכנים (רחוב 12)', mission: longest(400, hebrew) },
    'nameless-organization': { name: '' },
    'new-organization': { hasBasicInfo: false },
    'markup-organization': {
      name: `<b>Bold</b> & "Quoted" 'Neighbors' {{name}} %s`,
      mission: '<script>alert(1)</script> & <img src=x onerror=alert(1)>',
    },
    'tiny-organization': { name: 'X' },
    'deleted-organization': { name: 'Gone Next Week' },
  };
  const people: NonNullable<Seed['people']> = {
    robin: { firstName: 'Robin', lastName: 'Edge' },
    longest: {
      firstName: longest(profileLimits.firstName, 'Maria de la Luz '),
      lastName: longest(profileLimits.lastName, 'von und zu Hohenstein '),
      involvement: {
        communityInvolvement: longest(sectionLimits.communityInvolvement, 'A little of everything. '),
        availabilityPerWeek: 40,
      },
    },
    unbroken: { firstName: unbroken(profileLimits.firstName), lastName: unbroken(profileLimits.lastName) },
    arabic: { firstName: 'عبد الرحمن', lastName: 'الأنصاري' },
    hebrew: { firstName: 'יעל', lastName: 'בן־דוד' },
    mixed: { firstName: 'Yael (יעל)', lastName: 'Cohen – كوهين' },
    emoji: { firstName: '👩🏽‍🚒👨‍👩‍👧‍👦', lastName: '🏳️‍🌈' },
    stacked: { firstName: 'Z̸̢̡̛͇͎̗͖̓̈́̀̕a̷̡͉̳̝̿̈́̃͝l̶̰̮̈́͆͝g̸̹̈́̃o̷͖̍̕', lastName: 'Ớ̂ngström' },
    chinese: { firstName: '雨桐', lastName: '欧阳' },
    tiny: { firstName: 'I', lastName: 'O' },
    hidden: {
      firstName: 'Hidden',
      lastName: 'Everywhere',
      privacy: {
        isCalenderPublic: false,
        isEmailSearchable: false,
        isUserSearchable: false,
        showOnSearch: 'never',
        showActivity: 'no-one',
      },
    },
    blocked: { firstName: 'Blocked', lastName: 'Both Ways' },
    blocking: { firstName: 'Blocking', lastName: 'Robin' },
    asking: { firstName: 'Asking', lastName: 'For Friendship' },
    deleted: { firstName: 'Deleted', lastName: 'Tomorrow' },
    new: { hasBasicInfo: false },
  };
  const friends = Object.keys(people).filter((name) => !['robin', 'asking', 'new'].includes(name));
  const followed = Object.keys(organizations).filter((name) => name !== 'new-organization');
  const posts: NonNullable<Seed['posts']> = {
    'longest-event': {
      by: 'longest-organization',
      postType: 'event',
      title: longest(postLimits.title, 'An evening with everybody from everywhere '),
      description: longest(postLimits.description, paragraphs),
      keywords: Array.from({ length: postLimits.keywords }, (_, index) =>
        unbroken(postLimits.keyword, `longkeyword${index + 1}`),
      ),
      startDateTime: inDays(1),
      endDateTime: inDays(800),
      timeZone: 'America/Argentina/ComodRivadavia',
      address: { fullAddress: longest(postLimits.fullAddress, 'Behind the second gate, Long Lane ') },
      contact: longest(postLimits.contact, 'Ask for the secretary of the secretary '),
      postURL: `https://example.org/${unbroken(180, 'a-very-long-path')}`,
    },
    'unbroken-news': {
      by: 'unbroken-organization',
      postType: 'general',
      title: unbroken(postLimits.title),
      description: unbroken(2000),
    },
    'longest-items': {
      by: 'longest-organization',
      postType: 'in-kind',
      title: 'Everything that fits on a list',
      requiredItems: Array.from({ length: postLimits.requiredItems }, (_, index) => ({
        name: longest(postLimits.itemName, `Item ${index + 1} `),
        requirement: longest(postLimits.itemRequirement, 'As many as there are, clean and dry. '),
        neededBy: inDays(index + 1).slice(0, 10),
      })),
    },
    'arabic-event': {
      by: 'arabic-organization',
      postType: 'event',
      title: 'إفطار جماعي في الحديقة (20:00)',
      description: longest(1500, arabic),
      startDateTime: inDays(3),
      timeZone: 'Africa/Cairo',
      address: { fullAddress: '12 شارع الدردار, Cairo' },
    },
    'hebrew-news': {
      by: 'hebrew-organization',
      postType: 'general',
      title: 'חדשות: 3 ספסלים חדשים!',
      description: longest(1500, hebrew),
    },
    nameless: { by: 'nameless-organization', postType: 'general', title: 'Who wrote this?' },
    markup: {
      by: 'markup-organization',
      postType: 'advocacy',
      title: '</title><script>alert("title")</script>',
      description: '<img src=x onerror=alert(1)>\n@[Nobody](not-an-id) javascript:alert(1) & &amp; %00',
    },
    tiny: { by: 'tiny-organization', postType: 'general', title: '.' },
    'at-once': {
      by: 'tiny-organization',
      postType: 'event',
      title: 'Begins and ends at the same moment',
      startDateTime: inDays(2),
      endDateTime: inDays(2),
      timeZone: 'UTC',
    },
    'long-over': {
      by: 'tiny-organization',
      postType: 'event',
      title: 'Over since the last century',
      startDateTime: '1999-12-31T23:00:00.000Z',
      endDateTime: '2000-01-01T01:00:00.000Z',
      timeZone: 'Pacific/Kiritimati',
    },
    'blank-project': { by: 'tiny-organization', postType: 'project', title: 'No dates, no place, no text' },
    draft: {
      by: 'longest-organization',
      postType: 'project',
      title: longest(postLimits.title, 'Never published '),
      isActive: false,
      expectedRequiredHours: 0.25,
    },
    deleted: { by: 'deleted-organization', postType: 'general', title: 'Gone with its organization' },
  };
  return {
    organizations,
    people,
    posts,
    follows: [
      ...followed.map((to) => ({ from: 'robin', to })),
      ...friends.map((from) => ({ from, to: 'longest-organization' })),
    ],
    friendships: [
      ...friends.map((from) => ({ from, to: 'robin' })),
      { from: 'asking', to: 'robin', isAccepted: false },
      { from: 'longest', to: 'unbroken' },
    ],
    memberships: [
      ...friends.map((from) => ({ from, to: 'longest-organization' })),
      { from: 'robin', to: 'longest-organization', membershipType: 'board' },
      { from: 'robin', to: 'arabic-organization', isAccepted: false },
      { from: 'nameless-organization', to: 'robin', isAccepted: false },
    ],
    endorsements: followed.map((to) => ({ from: 'robin', to })),
    reactions: Object.entries(posts).flatMap(([to, { postType, isActive = true }]) => {
      if (!isActive) return [];
      const as = postRules[postType].interests[0];
      return ['longest', 'hebrew', 'hidden', 'deleted'].map((by) => ({ by, to, as }));
    }),
    shares: [
      { by: 'longest', to: 'arabic-event' },
      { by: 'arabic', to: 'unbroken-news' },
      { by: 'hidden', to: 'tiny' },
    ],
    messages: [
      { from: 'longest', to: 'robin', text: longest(messageLimit, paragraphs) },
      { from: 'unbroken', to: 'robin', text: unbroken(1000) },
      { from: 'arabic', to: 'robin', text: longest(300, arabic) },
      { from: 'robin', to: 'arabic', text: 'שלום (and hello) 123, مرحبا!' },
      { from: 'emoji', to: 'robin', text: '👨‍👩‍👧‍👦' },
      { from: 'tiny', to: 'robin', text: '?' },
      { from: 'blocked', to: 'robin', text: 'Before the block' },
      { from: 'deleted', to: 'robin', text: 'I am leaving' },
    ],
    blocks: [
      { from: 'robin', to: 'blocked' },
      { from: 'blocked', to: 'robin' },
      { from: 'blocking', to: 'robin' },
    ],
    deletedAccounts: ['deleted', 'deleted-organization'],
  };
}
