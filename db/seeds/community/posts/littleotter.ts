import { ago, type DemoPost, on, picture, planned } from '../content.ts';

const pool = {
  fullAddress: 'Erindell Swimming Hall foyer, 9 Cormorant Way, Mississauga, ON L5B 2T4, Canada',
  latitude: 43.5931,
  longitude: -79.6401,
  zone: 'America/Toronto',
};

export const littleotterPosts: readonly DemoPost[] = [
  {
    type: 'event',
    title: 'Story hour at the swimming pool',
    text: "Half of our regulars have wet hair, and that is the point: we read where the children already are. This week's books are about a whale who is afraid of puddles and a lifeguard who is a goose. Towels welcome.",
    areas: ['education', 'children-youth'],
    keywords: ['story time'],
    posted: ago(4),
    when: on(0, '15:30', 1),
    place: pool,
    pictures: [picture('littleotter-story-hour-at-the', 'Picture books on a shelf with a small plant')],
  },
  {
    type: 'volunteering',
    title: 'Read with one child, twenty minutes, at school',
    text: `The same child, the same twenty minutes, every week. That is the whole programme, and the reason it works. You will not be asked to teach phonics. You will be asked, after a month or so, where you were last week.

Training is one evening. We do the police check with you and pay for it. Schools in Port Credit, Cooksville and Malton are waiting for 31 readers.`,
    areas: ['education', 'children-youth'],
    keywords: ['reading', 'schools'],
    posted: ago(8),
    when: on(6, '18:00', 2),
    skills: ['storytelling', 'teaching'],
    topNeed: true,
  },
  {
    type: 'in-kind',
    title: 'Board books in any language but English',
    text: 'Babies chew in all languages. Our Punjabi, Arabic, Polish and Mandarin boxes are nearly empty because they are the first to go. Teeth marks are not a defect.',
    areas: ['education', 'newcomers', 'children-youth'],
    posted: ago(5.5),
    items: [
      { name: 'Board books', requirement: 'Punjabi, Arabic, Polish, Mandarin or Urdu', inDays: 21 },
      { name: 'Sturdy book boxes', requirement: 'Eight, with lids', inDays: 12 },
    ],
  },
  {
    type: 'general',
    title: 'The most borrowed book of the month',
    text: 'It is once again the one about the digger. It has been taped four times. It is more tape than book. We have ordered two more and nobody will be fooled.',
    areas: ['education'],
    posted: ago(0.6),
  },
  {
    type: 'project',
    title: 'Build a little free library for your block',
    text: `We provide a flat kit (pre-cut, pre-drilled, weatherproof), the first forty books, and a laminated sign that a six-year-old approved. You provide a post, a place people walk past, and a promise to look after it for a year.

Twenty-five kits this season. Apartment lobbies count. So do laundromats, barber shops and bus shelters if you ask the right person; we know the right person.`,
    areas: ['education', 'community-building'],
    keywords: ['little library', 'build'],
    posted: ago(13),
    when: on(11, '10:00', 5),
    skills: ['carpentry', 'crafts'],
    hours: 5,
    contact: 'kits@littleotter.example',
  },
  {
    type: 'event',
    title: 'Comics workshop: four panels and a talking animal',
    text: "One bad day, drawn from the animal's side. Ages 9 to 13. Paper, pens and an alarming number of erasers are there. Every page goes into a real printed zine, and every artist gets five copies to sell, trade or hide. Taught by @[hana].",
    areas: ['arts-culture', 'children-youth', 'education'],
    posted: ago(10),
    when: on(2, '10:30', 2.5),
    pictures: [
      picture('littleotter-comics-workshop-four-panels', 'Suns, leaves and waves in bright colours'),
    ],
  },
  {
    type: 'advocacy',
    title: 'Open the branch libraries seven days a week',
    text: 'Four branches close on Sundays and Mondays. Those are the days when shift workers are home with their children. The extra hours would cost each household in the city the price of one coffee a year. We did the arithmetic, the sources are attached, and the budget is being written now.',
    areas: ['education', 'civic-engagement'],
    posted: ago(17),
    petition: 'https://example.org/petitions/seven-days',
    url: 'https://example.org/littleotter/library-hours',
  },
  {
    type: 'event',
    title: 'Grandparents tell it better',
    text: 'Stories that were never written down, told by people who heard them in Gujarat, Kerala, Trinidad and Timmins. Interpreters where needed. We record the sound, with permission, for the listening corner.',
    areas: ['older-adults', 'arts-culture', 'newcomers'],
    posted: ago(21),
    when: on(13, '14:00', 2),
  },
  {
    type: 'general',
    title: 'Why an otter?',
    text: 'Because otters hold hands while they sleep so that nobody drifts off, and because the child we asked said "otter" before we had finished the question.',
    areas: ['education', 'children-youth'],
    posted: ago(70),
    pictures: [picture('littleotter-why-an-otter', 'A calm river between hills at dawn')],
  },
  {
    type: 'event',
    title: 'Pyjama reading night: thank you',
    text: `Eighty-four children, eighty-four pairs of pyjamas, one fire alarm (false, popcorn). @[farah] read by flashlight in the parking lot until we were let back in, and it was the best part of the evening.

Next time we plan the parking lot on purpose.`,
    areas: ['children-youth', 'education'],
    posted: ago(31),
    when: on(-33, '18:30', 2),
    pictures: [
      picture('littleotter-pyjama-reading-night-thank', 'Lit windows in a dark building under stars'),
    ],
  },
  {
    type: 'volunteering',
    title: 'Book menders, once a month',
    text: 'Tape, glue, patience. A table of people who cannot bear to throw away a book. We start with the digger.',
    areas: ['education'],
    posted: planned(2, 4, '12:00'),
    when: on(18, '13:00', 2),
    skills: ['crafts'],
  },
];
