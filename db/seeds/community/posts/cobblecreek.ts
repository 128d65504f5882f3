import { ago, type DemoPost, draft, on, picture, planned } from '../content.ts';

const mouth = {
  fullAddress: 'Boat ramp, Cobble Creek mouth, 2 Towpath Road, Philadelphia, PA 19129, USA',
  latitude: 40.0121,
  longitude: -75.1989,
  zone: 'America/New_York',
};

export const cobblecreekPosts: readonly DemoPost[] = [
  {
    type: 'event',
    title: 'Big creek cleanup',
    text: `Waders, litter pickers, a canoe for the parts you cannot reach, and a weigh-in at noon. Last time we took out 1.7 tons, including a parking meter, a piano lid and nineteen shopping carts from a store that closed in 2009.

Wear shoes you do not love. Children need an adult each near the water. Lunch is by the @[plumbline] crew, who cook as well as they build.`,
    areas: ['environment', 'community-building'],
    keywords: ['cleanup', 'creek'],
    posted: ago(8),
    when: on(2, '09:00', 4),
    place: mouth,
    contact: 'cleanup@cobblecreek.example',
    pictures: [
      picture('cobblecreek-big-creek-cleanup-1', 'A river bending through green hills'),
      picture('cobblecreek-big-creek-cleanup-2', 'Four people in a rowing boat at dawn'),
    ],
  },
  {
    type: 'volunteering',
    title: 'Become a water tester',
    text: 'Once a week you dip a bottle at the same spot and read five numbers: temperature, clarity, pH, nitrate, oxygen. It takes half an hour. After a year you will know your two hundred feet of creek better than anyone alive, and the state uses the data.',
    areas: ['environment', 'climate', 'education'],
    keywords: ['water quality', 'citizen science'],
    posted: ago(6),
    when: on(6, '10:00', 2),
    skills: ['water-monitoring', 'data-analysis'],
  },
  {
    type: 'advocacy',
    title: 'Stop the sewers from spilling into the creek',
    text: `After half an inch of rain, eleven old pipes on our reach pour untreated sewage into the water. It happened 38 times last year. The utility's own plan promised to fix six of the eleven by now. It has fixed two.

The permit is up for renewal, which happens once in five years, and written comments count by law. Ours is 14 pages with photographs; yours can be one paragraph. Tell them what you smelled and when.`,
    areas: ['environment', 'health', 'civic-engagement'],
    keywords: ['sewage', 'permit'],
    posted: ago(3),
    when: on(12, '18:00', 2.5),
    place: {
      fullAddress: 'Hearing room, 1200 Quarry Street, Philadelphia, PA 19103, USA',
      latitude: 39.9538,
      longitude: -75.1692,
      zone: 'America/New_York',
    },
    petition: 'https://example.org/petitions/cobble-creek-permit',
    url: 'https://example.org/cobblecreek/permit',
    topNeed: true,
    pictures: [picture('cobblecreek-stop-the-sewers-from', 'People with placards before a green hill')],
  },
  {
    type: 'general',
    title: 'We have a heron',
    text: 'Seen at 6:10 this morning below the footbridge by @[wren], standing on a tire as if it had paid for it. First one on this reach since we began keeping notes.',
    areas: ['environment', 'animals'],
    posted: ago(0.3),
    pictures: [picture('cobblecreek-we-have-a-heron', 'Morning light on a quiet river')],
  },
  {
    type: 'project',
    title: 'Rain barrels for one hundred porches',
    text: 'Each barrel keeps fifty gallons out of the storm sewer every time it rains. We deliver, you and two neighbours install, and one of the three has a drill. Forty-four are up so far; block captains get a tally sign that makes the next street jealous.',
    areas: ['environment', 'climate', 'housing'],
    posted: ago(13),
    when: on(9, '09:00', 5),
    skills: ['plumbing', 'carpentry', 'volunteer-coordination'],
    hours: 3,
  },
  {
    type: 'in-kind',
    title: 'Waders, sizes 6 to 9',
    text: 'We own nine pairs, all for giants. If you fished once and decided against it, this is your moment.',
    areas: ['environment'],
    posted: ago(4.2),
    items: [
      { name: 'Chest waders', requirement: 'Six pairs, sizes 6 to 9', inDays: 11 },
      { name: 'Litter pickers', requirement: 'Twenty, long handled', inDays: 11 },
    ],
  },
  {
    type: 'event',
    title: 'Bat walk after sunset',
    text: 'We carry detectors that turn bat calls into clicks you can hear. Expect big browns for certain and a red bat if we are lucky. Forty-five minutes on a paved path, step-free. The last walk of the series.',
    areas: ['environment', 'animals', 'education'],
    posted: ago(7),
    when: on(0, '20:00', 1),
    pictures: [picture('cobblecreek-bat-walk-after-sunset', 'Dark hills under a moon and stars')],
  },
  {
    type: 'event',
    title: 'Tree tag day',
    text: 'Every street tree on nine blocks gets a tag that says what it is worth: gallons of rain held, pounds of carbon, dollars of air conditioning. A London plane on Third earned $311 last year, more than some of us.',
    areas: ['environment', 'climate', 'education'],
    posted: ago(18),
    when: on(15, '13:00', 3),
  },
  {
    type: 'general',
    title: 'Reading the creek in numbers: our half-year report',
    text: `Short version for people in a hurry: clearer, cooler, still too much nitrate.

Longer version. Clarity improved at 14 of 17 sites, most of all below the new rain gardens at the school. Water temperature at the upper footbridge is down by 1.2 degrees since the bank was planted, which is what trout need and what shade does. Nitrate is unchanged, and the pattern after rain says lawns rather than pipes, so expect us on your lawn, politely, with a leaflet.

All the raw data: https://example.org/cobblecreek/data`,
    areas: ['environment', 'climate'],
    keywords: ['report', 'data'],
    posted: ago(26),
  },
  {
    type: 'volunteering',
    title: 'Plant the bank: 600 willow stakes',
    text: 'A willow stake is a stick that you push into mud, and in a year it is a tree. It is the most encouraging form of gardening there is. Shovels, gloves and mud supplied.',
    areas: ['environment', 'climate'],
    posted: ago(29),
    when: on(-18, '09:30', 3),
    place: mouth,
    skills: ['gardening', 'landscaping'],
    pictures: [picture('cobblecreek-plant-the-bank-600', 'A river in late light with trees along the bank')],
  },
  {
    type: 'event',
    title: 'Crayfish census with the third grade',
    text: 'We counted 212, named eleven, and lost one boot. The rusty crayfish (invader) outnumbered the natives two to one, and the class wrote it a stern letter.',
    areas: ['environment', 'education', 'children-youth'],
    posted: ago(62),
    when: on(-64, '10:00', 2),
    place: mouth,
  },
  {
    type: 'project',
    title: 'Storm drain stencils',
    text: 'Draft for the board: "Flows to the creek" at 80 drains, with a fish by a local artist. Paint must be the city\'s approved kind. @[marigold] has offered the fish.',
    areas: ['environment', 'arts-culture'],
    posted: draft(5),
    skills: ['visual-arts'],
    hours: 2,
  },
  {
    type: 'event',
    title: 'Warbler breakfast on the towpath',
    text: 'Pancakes, binoculars, and the annual bet on which day the first warbler arrives. All are welcome, early risers most of all.',
    areas: ['environment', 'community-building'],
    posted: planned(4, 10, '08:00'),
    when: on(34, '07:30', 2),
    place: mouth,
  },
];
