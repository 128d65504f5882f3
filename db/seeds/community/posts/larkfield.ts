import { ago, type DemoPost, draft, on, picture, planned } from '../content.ts';

const ravine = {
  fullAddress: 'Sorrel Ravine gate, 12 Pannier Street, Toronto, ON M6P 2B4, Canada',
  latitude: 43.6632,
  longitude: -79.4671,
  zone: 'America/Toronto',
};

export const larkfieldPosts: readonly DemoPost[] = [
  {
    type: 'event',
    title: 'Seed swap and soup night',
    text: `Bring the seeds you saved, the ones you bought twice, and the packet with no label that your aunt swears is a pumpkin. We bring three pots of soup and a long table.

New to growing things? Come anyway. There is a beginners' corner with envelopes that nobody can get wrong: radishes, nasturtiums, runner beans. @[priya] will show how to test old seed on a wet paper towel, and @[meilin] has labelled everything in Cantonese and Mandarin too.

Doors open at six. The side entrance on the lane is step-free.`,
    areas: ['food-security', 'community-building'],
    keywords: ['seeds', 'soup', 'beginners'],
    posted: ago(9),
    when: on(0, '18:00', 2.5),
    contact: 'events@larkfield.example',
    pictures: [
      picture('larkfield-seed-swap-and-soup-1', 'A long table from above, laid with plates and greenery'),
      picture('larkfield-seed-swap-and-soup-2', 'Rows of seedlings in a community garden under a low sun'),
    ],
  },
  {
    type: 'volunteering',
    title: 'Help us turn the big compost (it steams, it is wonderful)',
    text: `Our hot bays have reached 61 degrees and need turning before the weekend. Four people, four forks, about two hours, and the smell is honestly better than you think. Gloves and boots in most sizes are on the rack. Tea after.`,
    areas: ['environment', 'climate'],
    keywords: ['compost'],
    posted: ago(2),
    when: on(1, '09:30', 2),
    skills: ['composting', 'gardening'],
    contact: 'compost@larkfield.example',
    topNeed: true,
  },
  {
    type: 'in-kind',
    title: 'Wanted: wheelbarrows, loppers and one very long hose',
    text: 'The north plots open to twenty-two new families soon, and our tool shed was built for nine. Used is fine, rusty is fine, broken handles are fine: the workshop crew can fix a handle in ten minutes. Drop off any morning or ask us to collect within the west end.',
    areas: ['food-security', 'environment'],
    posted: ago(4),
    topNeed: true,
    items: [
      { name: 'Wheelbarrows', requirement: 'Four, with or without a good tyre', inDays: 18 },
      { name: 'Loppers or pruning saws', requirement: 'Six, any size', inDays: 18 },
      { name: 'Garden hose', requirement: 'One, 40 metres or two that join', inDays: 10 },
    ],
    pictures: [picture('larkfield-wanted-wheelbarrows-loppers-and', 'Tools hanging in a row on a shed wall')],
  },
  {
    type: 'general',
    title: '1,140 kilograms',
    text: `That is what the four gardens carried to @[openkettle] and two school kitchens this season, weighed on the old bathroom scale by @[jonah], crate by crate, in pencil.

Heaviest day: 96 kg, nearly all of it zucchini. Lightest: a single bag of sorrel, delivered with ceremony.

Thank you to the sixty-one people who had soil under their nails this year. The chart with every crate is on the shed door, and a copy is here: https://example.org/larkfield/harvest`,
    areas: ['food-security'],
    keywords: ['harvest', 'thank you'],
    posted: ago(0.2),
    pictures: [
      picture('larkfield-1-140-kilograms', 'Wooden crates full of tomatoes, carrots, greens and bread'),
    ],
  },
  {
    type: 'project',
    title: 'Raised beds that wheelchairs can roll under',
    text: `Six beds at table height, with knee room below and a paved loop wide enough to turn in. The drawings are done, the lumber is promised, and the ground is level. What we lack is people who can read a plan and hold a drill steady.

We build in three short sessions rather than one long one, so that nobody has to give a whole day. @[graham] drew the beds and will be there for all three. People who will garden at them chose the height: 71 centimetres, tested with a kitchen table and a stack of books.`,
    areas: ['disability', 'food-security'],
    keywords: ['accessible garden', 'carpentry'],
    posted: ago(12),
    when: on(9, '10:00', 4),
    skills: ['carpentry', 'landscaping', 'accessibility'],
    hours: 4,
    topNeed: true,
  },
  {
    type: 'advocacy',
    title: 'Keep the water on: garden taps on city lots',
    text: `Nine community gardens draw water from city taps under a pilot that runs out this year. Without it, volunteers will be carrying water in buckets again, or not growing at all.

The parks committee hears deputations soon. We ask for two things: make the pilot permanent, and put the cost of a tap into the budget of every new park. Sign, and if you can, come and say in three minutes what your plot means to you. We will help you write it down beforehand.`,
    areas: ['food-security', 'civic-engagement', 'climate'],
    keywords: ['water', 'city council'],
    posted: ago(7),
    when: on(13, '09:30', 3),
    place: {
      fullAddress: 'Committee Room 2, Civic Hall, Toronto, ON, Canada',
      latitude: 43.6534,
      longitude: -79.3841,
      zone: 'America/Toronto',
    },
    petition: 'https://example.org/petitions/garden-taps',
    topNeed: true,
    pictures: [picture('larkfield-keep-the-water-on', 'People from behind, holding up hand-painted signs')],
  },
  {
    type: 'event',
    title: 'Open garden morning',
    text: 'Walk in, look around, taste what is ripe. Plot holders will be there to talk about slugs. The waiting list for next year opens the same morning at ten, on paper, by the rain barrel.',
    areas: ['community-building', 'environment'],
    posted: ago(5),
    when: on(1, '10:00', 3),
    pictures: [picture('larkfield-open-garden-morning', 'A green garden with neat rows and a small shed')],
  },
  {
    type: 'event',
    title: 'Ravine walk: what the invasive plants are up to',
    text: 'A slow two-hour walk with botanist @[ingrid]. You will learn to tell dog-strangling vine from its harmless cousins, and why pulling is sometimes worse than leaving. Uneven ground, one steep bit, children very welcome.',
    areas: ['environment', 'education'],
    keywords: ['walk', 'plants'],
    posted: ago(16),
    when: on(6, '14:00', 2),
    place: ravine,
    pictures: [picture('larkfield-ravine-walk-what-the', 'Trees on a slope with warm light between them')],
  },
  {
    type: 'volunteering',
    title: 'Two hours a week at the market stall',
    text: "We sell seedlings and surplus at a price people choose, including nothing. The stall needs a friendly second pair of hands from noon to two. You will learn everyone's name by week three.",
    areas: ['food-security', 'community-building'],
    posted: ago(20),
    when: on(4, '12:00', 2),
    skills: ['customer-service', 'gardening'],
  },
  {
    type: 'general',
    title: 'The bees are back',
    text: 'The mason bees by plot 14 have moved in again. Please leave the clay bank beside the path bare: it is not neglect, it is their building supply store.',
    areas: ['environment'],
    posted: ago(24),
  },
  {
    type: 'event',
    title: 'Preserving day: pickles, chutney, and a lot of jars',
    text: `We had forty kilos of cucumbers, a school kitchen and @[adaeze] with her grandmother's chutney recipe. Everybody went home with three jars and smelling of vinegar.`,
    areas: ['food-security', 'arts-culture'],
    posted: ago(48),
    when: on(-37, '11:00', 4),
    pictures: [
      picture('larkfield-preserving-day-pickles-chutney', 'Crates of vegetables stacked on a kitchen bench'),
    ],
  },
  {
    type: 'project',
    title: 'A map of every fruit tree in the west end',
    text: 'Pears, mulberries, serviceberries, that one apricot behind the laundromat. Walk your block, note what you find and who might like help picking it. The sheet fits on a phone. We will turn it into a picking calendar so that less fruit ends on the sidewalk.',
    areas: ['food-security', 'environment'],
    keywords: ['fruit trees', 'mapping'],
    posted: ago(33),
    when: on(-20, '09:00', 600),
    skills: ['data-analysis', 'water-monitoring'],
    hours: 2.5,
    url: 'https://example.org/larkfield/fruit-map',
  },
  {
    type: 'general',
    title: 'Plot 31 is growing for the night shift',
    text: 'The nurses and cleaners of the hospital up the road now share plot 31. They water at 7:30 in the morning, on the way home. If you are there at that hour, be quiet and kind: they are about to sleep.',
    areas: ['community-building', 'health'],
    posted: ago(61),
  },
  {
    type: 'event',
    title: 'Garlic planting with the grade fours',
    text: 'Ninety children, nine hundred cloves, pointy end up. We need adults who can say "pointy end up" ninety times with the same enthusiasm.',
    areas: ['education', 'children-youth', 'food-security'],
    posted: planned(1, 2, '08:30'),
    when: on(16, '09:15', 2.5),
  },
  {
    type: 'volunteering',
    title: 'Snow-shovelling pairs for our older plot holders',
    text: 'Draft, to check with the insurance people: one pair per street, a phone tree by @[rosalind], shovels from the shed. How many streets can we honestly promise?',
    areas: ['older-adults', 'community-building'],
    posted: draft(3),
    skills: ['heavy-lifting'],
  },
  {
    type: 'general',
    title: 'Annual report, first lines',
    text: 'In a year of odd weather, four gardens and one hundred and eighty plot holders ... (numbers from the shed door, ask Jonah; photo of the scale?)',
    areas: ['community-building'],
    posted: draft(11),
  },
  {
    type: 'event',
    title: 'Winter greens under glass: a workshop',
    text: 'Old windows, straw bales, and spinach in the coldest month. Build a cold frame and take it home on the bus: it folds. Twelve places, tools provided.',
    areas: ['food-security', 'climate', 'education'],
    posted: planned(2, 6, '09:00'),
    when: on(27, '13:00', 3),
    pictures: [picture('larkfield-winter-greens-under-glass', 'Garden rows at dusk beside a small shed')],
  },
];
