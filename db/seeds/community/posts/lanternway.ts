import { ago, type DemoPost, on, picture, planned } from '../content.ts';

const library = {
  fullAddress: 'Room B, Hollin Branch Library, 77 Hollin Crescent, Toronto, ON M1J 3H5, Canada',
  latitude: 43.7436,
  longitude: -79.2231,
  zone: 'America/Toronto',
};

export const lanternwayPosts: readonly DemoPost[] = [
  {
    type: 'volunteering',
    title: 'Conversation partners, one hour a week',
    text: `You do not need to be a teacher. You need to be curious, a little patient, and free for an hour. We match you with one person who wants to practise English or French about ordinary things: the bus, the landlord, the hockey score, how to say no politely.

@[yusra] came to us as a learner three years ago and now coordinates the pairs. She says the secret is to bring something to do with your hands. Peeling oranges works. So does laundry.

Most pairs stay together for half a year. Several have outlasted leases.`,
    areas: ['newcomers', 'education'],
    keywords: ['language', 'conversation'],
    posted: ago(5),
    when: on(2, '18:30', 1),
    skills: ['language-teaching', 'companionship'],
    topNeed: true,
    pictures: [
      picture('lanternway-conversation-partners-one-hour', 'Two cups and a teapot on a table by a window'),
    ],
  },
  {
    type: 'event',
    title: 'Paperwork evening: bring the envelope you are afraid of',
    text: 'Tax letters, school forms, the thing from the phone company. Eight volunteers, three lawyers-in-training and a photocopier. Interpreters for Arabic, Dari, Somali, Spanish and Tamil are in the room. Nobody will ask about your status.',
    areas: ['newcomers', 'human-rights'],
    posted: ago(4),
    when: on(1, '17:00', 3),
    contact: '416-555-0177',
    pictures: [
      picture('lanternway-paperwork-evening-bring-the', 'An apartment block at dusk, some windows lit'),
    ],
  },
  {
    type: 'in-kind',
    title: 'Rooms to furnish: a family of six arrives soon',
    text: 'Three boys, one girl, their mother and a grandfather who, we are told, plays chess. The apartment is signed for and completely empty. Clean, no smoke, nothing with drawers that stick. We collect.',
    areas: ['newcomers', 'housing'],
    posted: ago(2),
    topNeed: true,
    items: [
      { name: 'Single beds with mattress', requirement: 'Five', inDays: 9 },
      { name: 'Kitchen table', requirement: 'One that seats six', inDays: 9 },
      { name: 'Pots, pans and plates', requirement: 'For six people', inDays: 9 },
      { name: 'Chess set', requirement: 'One, all pieces', inDays: 9 },
    ],
    pictures: [picture('lanternway-rooms-to-furnish-a', 'A row of coloured houses in afternoon light')],
  },
  {
    type: 'general',
    title: 'Bintou passed her road test',
    text: 'On the third try, in the rain, with parallel parking. She asked us to tell everyone, so we are telling everyone.',
    areas: ['newcomers', 'employment'],
    posted: ago(1.3),
  },
  {
    type: 'event',
    title: 'Kitchen exchange: Afghan bolani meets Jamaican patty',
    text: 'Two cooks, two doughs, one argument about filling. Watch, fold, fry, eat. Children can help from age seven. We will have a table of ingredients with names in six scripts so that you know what to ask for in the shop afterwards.',
    areas: ['newcomers', 'arts-culture', 'food-security'],
    posted: ago(11),
    when: on(4, '15:00', 3),
  },
  {
    type: 'project',
    title: 'A first-week guide that fits in a pocket',
    text: `Where to buy a transit card. What a "walk-in" is. Which papers to carry and which to leave at home. Who to call when the heat is off. Everything that one of us once learned the hard way, on sixteen small pages.

The text exists. It needs an editor who hates jargon, a designer who likes icons, and six people who arrived less than a year ago to tell us what we forgot. There is a small honorarium for the six.`,
    areas: ['newcomers', 'community-building'],
    posted: ago(17),
    when: on(-3, '18:00', 2),
    skills: ['editing', 'graphic-design', 'interpreting'],
    hours: 8,
    url: 'https://example.org/lanternway/first-week',
  },
  {
    type: 'advocacy',
    title: 'Let skilled people work: recognise credentials within a year',
    text: 'Among the people in our evening class are a midwife, two electricians and a judge. Together they have waited nine years for a stamp. We ask the province to bind its licensing bodies to a decision within twelve months. Read the four-page brief, sign, and send it to one person who employs people.',
    areas: ['newcomers', 'employment', 'civic-engagement'],
    posted: ago(22),
    petition: 'https://example.org/petitions/twelve-months',
    topNeed: true,
  },
  {
    type: 'event',
    title: 'Homework club opens its second room',
    text: 'Tables, lamps, snacks, somebody who remembers fractions. Grades 4 to 9. Parents can stay and use the computers. There will be a short ribbon-cutting by the person who complained most often that one room was not enough.',
    areas: ['children-youth', 'education', 'newcomers'],
    posted: ago(6),
    when: on(3, '15:30', 2),
    place: library,
    pictures: [picture('lanternway-homework-club-opens-its', 'Colourful books on shelves')],
  },
  {
    type: 'volunteering',
    title: 'Airport welcome: be the first friendly face',
    text: 'Flights land at awkward hours. You hold a sign with a name, carry a bag, hand over a warm coat and a phone card, and ride along to the first address. Training takes one evening. A second language helps; a calm manner helps more.',
    areas: ['newcomers'],
    posted: ago(30),
    when: on(12, '20:00', 2),
    skills: ['interpreting', 'delivery-driving'],
    contact: 'arrivals@lanternway.example',
  },
  {
    type: 'general',
    title: 'What we learned from one hundred first apartments',
    text: `We kept notes on the first hundred families whose leases we helped to sign. The typical search took 41 days. Fourteen landlords asked for a year's rent in advance, which is against the rules. The single best predictor of a good first year was not the rent or the size. It was knowing one neighbour's name by the end of the first month.

So we changed what we do. Every new lease now comes with a cake, and a list of doors to carry it to.`,
    areas: ['newcomers', 'housing', 'community-building'],
    posted: ago(44),
  },
  {
    type: 'event',
    title: 'Film in the courtyard, with subtitles in whatever we can manage',
    text: 'A comedy about a wedding that goes wrong in three languages. Bring a cushion. If it rains we move to the gym and the popcorn machine comes too.',
    areas: ['arts-culture', 'community-building', 'newcomers'],
    posted: ago(52),
    when: on(-45, '20:30', 2.25),
    pictures: [
      picture('lanternway-film-in-the-courtyard', 'Lanterns and string lights over a courtyard at night'),
    ],
  },
  {
    type: 'event',
    title: 'Citizenship study circle, new round',
    text: 'Ten weeks, one chapter a week, tea throughout. Check: can @[samir] lead the history part again?',
    areas: ['newcomers', 'civic-engagement'],
    posted: planned(3, 8, '10:00'),
    when: on(24, '18:30', 1.5),
    place: library,
  },
];
