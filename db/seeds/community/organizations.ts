import type { DemoOrganization } from './content.ts';
import { cobblecreekPosts } from './posts/cobblecreek.ts';
import { crankhousePosts } from './posts/crankhouse.ts';
import { earlyoarsPosts } from './posts/earlyoars.ts';
import { lanternwayPosts } from './posts/lanternway.ts';
import { larkfieldPosts } from './posts/larkfield.ts';
import { littleotterPosts } from './posts/littleotter.ts';
import { marigoldPosts } from './posts/marigold.ts';
import { mossypawPosts } from './posts/mossypaw.ts';
import { openkettlePosts } from './posts/openkettle.ts';
import { plumblinePosts } from './posts/plumbline.ts';
import { saltgrassPosts } from './posts/saltgrass.ts';
import { stillwaterPosts } from './posts/stillwater.ts';
import { withybridgePosts } from './posts/withybridge.ts';

/** Fills in what an organization's address and the place of its posts have in common. */
function at(
  street1: string,
  city: string,
  region: { state?: string; country: string; words: string },
  code: string,
  latitude: number,
  longitude: number,
  zone: string,
): Pick<DemoOrganization, 'address' | 'place'> {
  const { words, ...stateAndCountry } = region;
  return {
    address: { street1, city, code, ...stateAndCountry, latitude, longitude },
    place: { fullAddress: `${street1}, ${city}, ${words.replace('*', code)}`, latitude, longitude, zone },
  };
}

const ontario = { state: 'ON', country: 'CA', words: 'ON *, Canada' };
const columbia = { state: 'BC', country: 'CA', words: 'BC *, Canada' };
const pennsylvania = { state: 'PA', country: 'US', words: 'PA *, USA' };
const jersey = { state: 'NJ', country: 'US', words: 'NJ *, USA' };
const england = { country: 'GB', words: '*, United Kingdom' };

/** The organizations of the demo community. Each of them is invented. */
export const organizations: readonly DemoOrganization[] = [
  {
    handle: 'larkfield',
    name: 'Larkfield Community Gardens',
    mission: 'Land, water and a tool shed for anyone in the west end who wants to grow food together.',
    description: `Four gardens on four forgotten lots, 180 plot holders, one very large compost heap.

We began with eleven neighbours and a borrowed rototiller on the site of a torn-down garage. Today a third of what we grow goes to community kitchens, a school of gardening runs every weekend, and the waiting list is kept on paper beside the rain barrel, where everyone can see that it is fair.

Plots cost what you can pay. Every garden has at least one bed that can be worked from a wheelchair.`,
    phone: '416-555-0108',
    website: 'https://larkfield.example',
    ...at('88 Larkfield Avenue', 'Toronto', ontario, 'M6H 2T9', 43.6655, -79.447, 'America/Toronto'),
    areas: ['food-security', 'environment', 'community-building', 'climate'],
    joinedDaysAgo: 640,
    appeal: 10,
    posts: larkfieldPosts,
  },
  {
    handle: 'openkettle',
    name: 'Open Kettle Kitchen',
    mission: 'A hot meal and a seat at the table, every night, for whoever comes through the door.',
    description: `A community kitchen in an old tannery. We cook for about eighty people a night, six nights a week, and nobody is asked why they came.

The pantry next door is open from ten to four. The books are open all the time.`,
    phone: '416-555-0142',
    website: 'https://openkettle.example',
    ...at('1140 Tannery Lane', 'Toronto', ontario, 'M6K 1X6', 43.6405, -79.433, 'America/Toronto'),
    areas: ['food-security', 'community-building'],
    joinedDaysAgo: 610,
    appeal: 7,
    posts: openkettlePosts,
  },
  {
    handle: 'lanternway',
    name: 'Lanternway Newcomer House',
    mission: 'No one should have to learn a new country alone.',
    description: `We help people who have just arrived with the first hundred days: a place to live, a school, a doctor, a bank card, a winter coat, a friend.

Our staff of seven speaks fourteen languages. Most of them, and most of our board, came through our own front door first.`,
    phone: '416-555-0177',
    website: 'https://lanternway.example',
    ...at('2215 Millrace Road', 'Toronto', ontario, 'M1P 3A4', 43.7702, -79.2604, 'America/Toronto'),
    areas: ['newcomers', 'education', 'human-rights', 'housing'],
    joinedDaysAgo: 580,
    appeal: 5,
    posts: lanternwayPosts,
  },
  {
    handle: 'crankhouse',
    name: 'Crankhouse Bicycle Workshop',
    mission: 'Bicycles for people who need them, and the skill to keep them running.',
    description: `A not-for-profit workshop run by its members. Eight stands, a wall of tools, a cellar of parts that the city was about to melt down.

Drop in three evenings a week. Pay what you can, in money or in hours.`,
    phone: '647-555-0151',
    website: 'https://crankhouse.example',
    ...at('19 Foundry Mews', 'Toronto', ontario, 'M4M 2S8', 43.66, -79.35, 'America/Toronto'),
    areas: ['transport', 'climate', 'employment'],
    joinedDaysAgo: 505,
    appeal: 3.5,
    posts: crankhousePosts,
  },
  {
    handle: 'littleotter',
    name: 'Little Otter Library Project',
    mission: 'A book within reach of every child, and somebody to read it with.',
    description: `We put books where children already are: swimming pools, laundromats, clinics, bus stops. Then we train neighbours to read aloud with one child for twenty minutes a week, because that is what makes the difference.

Last year 412 children had a reader of their own. The list of those who are waiting is longer than we like.`,
    phone: '905-555-0184',
    website: 'https://littleotter.example',
    ...at('60 Cormorant Way', 'Mississauga', ontario, 'L5B 2T2', 43.589, -79.644, 'America/Toronto'),
    areas: ['education', 'children-youth'],
    joinedDaysAgo: 470,
    appeal: 3,
    posts: littleotterPosts,
  },
  {
    handle: 'stillwater',
    name: 'Stillwater Seniors Circle',
    mission: 'Old age is a stage of life, not a waiting room.',
    description: `Dances, lifts, phone calls, soup, arguments about dumplings. We are 640 members, the youngest 58 and the oldest 102, and most of the work is done by the members themselves.

The lending room has walking frames and shower chairs for anyone who needs one, for as long as they need it.`,
    phone: '905-555-0119',
    website: 'https://stillwater.example',
    ...at('275 Escarpment Street', 'Hamilton', ontario, 'L8R 1J3', 43.2591, -79.8762, 'America/Toronto'),
    areas: ['older-adults', 'health', 'community-building'],
    joinedDaysAgo: 430,
    appeal: 1.8,
    posts: stillwaterPosts,
  },
  {
    handle: 'cobblecreek',
    name: 'Cobble Creek Keepers',
    mission: 'A creek that children can wade in, from the spring to the river.',
    description: `We test, clean, plant and nag. Forty-one volunteers take water samples every week at seventeen sites, and their numbers are on file with the state.

Since we started, four outfalls have been closed, 3,100 trees planted, and one heron seen.`,
    phone: '215-555-0171',
    ein: '00-1840273',
    website: 'https://cobblecreek.example',
    ...at('14 Towpath Road', 'Philadelphia', pennsylvania, '19129', 40.0103, -75.1912, 'America/New_York'),
    areas: ['environment', 'climate', 'education'],
    joinedDaysAgo: 600,
    appeal: 6,
    posts: cobblecreekPosts,
  },
  {
    handle: 'plumbline',
    name: 'Plumbline Home Repair',
    mission: 'Nobody should lose a home to a leaking roof.',
    description: `Free repairs for people who own their home and cannot afford to fix it: roofs, porches, ramps, heat. The work is done by trained neighbours beside people who are learning the trade.

We also run a tool library with 1,300 tools and a school where anybody can learn drywall for the price of lunch.`,
    phone: '215-555-0136',
    ein: '00-2751846',
    website: 'https://plumbline.example',
    ...at(
      '5200 Larchmere Avenue',
      'Philadelphia',
      pennsylvania,
      '19143',
      39.956,
      -75.222,
      'America/New_York',
    ),
    areas: ['housing', 'employment', 'community-building'],
    joinedDaysAgo: 560,
    appeal: 4.2,
    posts: plumblinePosts,
  },
  {
    handle: 'marigold',
    name: 'Marigold Street Arts',
    mission: 'Paint, film, clay and a stage for every young person in the neighbourhood.',
    description: `A former button factory with skylights, a darkroom, a press from 1911 and no entrance fee. Two hundred teenagers a week come to make things with artists who live nearby.

What they make goes up on walls, over the radio, and into the street.`,
    phone: '267-555-0128',
    ein: '00-3390517',
    website: 'https://marigold.example',
    ...at('2541 Ferrier Street', 'Philadelphia', pennsylvania, '19125', 39.983, -75.13, 'America/New_York'),
    areas: ['arts-culture', 'children-youth', 'community-building'],
    joinedDaysAgo: 540,
    appeal: 4.8,
    posts: marigoldPosts,
  },
  {
    handle: 'mossypaw',
    name: 'Mossy Paw Animal Haven',
    mission: 'Every animal gets as long as it takes.',
    description: `A shelter without a clock. About ninety cats, forty dogs and a shifting number of rabbits live with us until somebody's heart gives in.

We run a free clinic every month, because the best way to keep animals out of a shelter is to help people keep them at home.`,
    phone: '856-555-0163',
    ein: '00-4127735',
    website: 'https://mossypaw.example',
    ...at('730 Quarrow Pike', 'Camden', jersey, '08103', 39.936, -75.108, 'America/New_York'),
    areas: ['animals'],
    joinedDaysAgo: 410,
    appeal: 3.8,
    posts: mossypawPosts,
  },
  {
    handle: 'earlyoars',
    name: 'Early Oars Youth Rowing',
    mission: 'The river belongs to every child who lives near it.',
    description: `Free rowing, swimming and boat building for young people from neighbourhoods that never had a boathouse. We own eleven boats, none of them new, all of them named by thirteen-year-olds.`,
    phone: '215-555-0194',
    ein: '00-5518402',
    website: 'https://earlyoars.example',
    ...at('3 Slipway Drive', 'Philadelphia', pennsylvania, '19121', 39.97, -75.188, 'America/New_York'),
    areas: ['sports-recreation', 'children-youth'],
    joinedDaysAgo: 300,
    appeal: 1.5,
    posts: earlyoarsPosts,
  },
  {
    handle: 'saltgrass',
    name: 'Saltgrass Shore Alliance',
    mission: 'Room for the tide: living shorelines instead of walls.',
    description: `We map eelgrass, count ducks, pull invasive weeds, and turn up at council meetings with life jackets.

Our divers, birders and engineers are all volunteers. Our charts are used by three municipalities, two of them willingly.`,
    phone: '604-555-0122',
    website: 'https://saltgrass.example',
    ...at('1455 Kelpline Road', 'Vancouver', columbia, 'V6K 1N4', 49.272, -123.152, 'America/Vancouver'),
    areas: ['climate', 'environment', 'animals'],
    joinedDaysAgo: 390,
    appeal: 2.2,
    posts: saltgrassPosts,
  },
  {
    handle: 'withybridge',
    name: 'Withy Bridge Repair Hall',
    mission: 'Mend it, understand it, keep it.',
    description: `A weekly repair session in a former chapel by the river. In nine years, 140 fixers have brought 3,000 things back to life and taught their owners how.

Nothing is too small. Several things have been too large, and we mended them in the car park.`,
    phone: '+44 117 496 0147',
    website: 'https://withybridge.example',
    ...at('11 Withy Row', 'Bristol', england, 'BS3 1TX', 51.4446, -2.5973, 'Europe/London'),
    areas: ['climate', 'community-building', 'education'],
    joinedDaysAgo: 340,
    appeal: 1.6,
    posts: withybridgePosts,
  },
];
