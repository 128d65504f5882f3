import { ago, type DemoPost, draft, on, picture } from '../content.ts';

const schoolyard = {
  fullAddress: 'Tamarack Public School yard, 540 Withrow Lane, Toronto, ON M4K 1C8, Canada',
  latitude: 43.6716,
  longitude: -79.3442,
  zone: 'America/Toronto',
};

export const crankhousePosts: readonly DemoPost[] = [
  {
    type: 'event',
    title: "Fix your own flat (and everyone else's)",
    text: 'Bring a bicycle with something wrong with it. We have eight stands, every tool you have never heard of, and mechanics who will not take the wrench out of your hand. Pay what you can for parts.',
    areas: ['transport', 'climate', 'community-building'],
    keywords: ['bike repair', 'drop-in'],
    posted: ago(2.4),
    when: on(0, '19:00', 3),
    pictures: [picture('crankhouse-fix-your-own-flat', 'A bicycle with flowers in its basket, by a window')],
  },
  {
    type: 'volunteering',
    title: 'Strip-down crew: forty rescued bikes need taking apart',
    text: `The city has given us forty abandoned bicycles. About twelve will ride again. The rest are a treasure of brake levers, seat posts and very good bearings, if someone unscrews them.

No experience needed; this is how all of us learned. You will leave able to remove a crank, true a wheel badly, and tell aluminium from steel by the sound. @[bao] keeps the playlist and is open to bribes.`,
    areas: ['climate', 'transport'],
    posted: ago(6),
    when: on(2, '13:00', 4),
    skills: ['bicycle-repair'],
  },
  {
    type: 'project',
    title: 'Fifty bikes for people starting new jobs',
    text: 'A shift that starts at five is a job you cannot take if the first bus is at 5:40. With two employment centres we are putting fifty people on their own reliable bike, with lights, a lock and a helmet. Fourteen are out on the road already. Each bike takes about five hours, and we do them in pairs.',
    areas: ['employment', 'transport'],
    keywords: ['commuting', 'earn a bike'],
    posted: ago(15),
    when: on(7, '18:00', 3),
    skills: ['bicycle-repair', 'project-management'],
    hours: 5,
    topNeed: true,
  },
  {
    type: 'advocacy',
    title: 'A safe crossing at Pannier and Third, before the next crash',
    text: `Four collisions in two years, all at the same corner, all written up as "driver did not see". We went out with chalk and a speed gun: two cars in three take the turn above the limit.

We are asking for a raised crossing and a no-turn-on-red sign. It costs about as much as one ambulance call. The petition is open until the community council meets.`,
    areas: ['transport', 'civic-engagement'],
    keywords: ['vision zero', 'crossing'],
    posted: ago(9),
    petition: 'https://example.org/petitions/pannier-and-third',
    when: on(14, '18:30', 2),
    topNeed: true,
    pictures: [picture('crankhouse-a-safe-crossing-at', 'A crosswalk before a row of city houses')],
  },
  {
    type: 'general',
    title: 'Lost property, workshop edition',
    text: 'One left glove, purple. Three chain breakers that are not ours. A sandwich (no longer here). A very small shoe. A love letter in the parts bin, which we did not read past the first line, and whose author may collect it with dignity.',
    areas: ['community-building'],
    posted: ago(3.2),
  },
  {
    type: 'in-kind',
    title: "Kids' bikes, 16 and 20 inch wheels",
    text: 'The learn-to-ride class is full and the bikes are not. Outgrown ones in basements all over the east end, we are looking at you. Wobbly is fine.',
    areas: ['children-youth', 'transport'],
    posted: ago(7),
    items: [
      { name: "Children's bicycles", requirement: 'Ten with 16 inch wheels, ten with 20 inch', inDays: 16 },
      { name: 'Small helmets', requirement: 'Never in a crash, under five years old', inDays: 16 },
    ],
  },
  {
    type: 'event',
    title: 'Learn to ride: grown-ups only',
    text: 'You are not the only one. Half of the last class was over forty. A flat schoolyard, low saddles, no pedals for the first twenty minutes, and teachers who have fallen off more often than you ever will. @[claudette] learned here at 67 and will cheer.',
    areas: ['sports-recreation', 'transport', 'older-adults'],
    posted: ago(12),
    when: on(4, '10:00', 2),
    place: schoolyard,
    pictures: [picture('crankhouse-learn-to-ride-grown', 'A bicycle before a green wall')],
  },
  {
    type: 'event',
    title: 'Women and trans wrench night',
    text: 'Every second week the workshop belongs to women, trans and non-binary people. Same stands, same tools, better snacks. First-timers get the good stool.',
    areas: ['gender-equity', 'lgbtq', 'transport'],
    posted: ago(19),
    when: on(10, '18:30', 3),
  },
  {
    type: 'general',
    title: 'How long does a donated bike take to reach the road?',
    text: 'We timed it. Donated to stripped: 9 days. Stripped to rebuilt: 23. Rebuilt to ridden: 4. The long middle is missing rear wheels, 26 inch, the most wanted object in our postal code. If you have one, you know what to do.',
    areas: ['climate', 'transport'],
    posted: ago(36),
  },
  {
    type: 'event',
    title: 'Slow ride by the lake, 14 km',
    text: 'We rode at the speed of the slowest, which was a cargo bike with a cello in it. Ice cream at the halfway mark. Thanks to all sixty-three of you and to the one who carried the pump.',
    areas: ['sports-recreation', 'community-building'],
    posted: ago(57),
    when: on(-50, '11:00', 3),
    pictures: [
      picture('crankhouse-slow-ride-by-the-1', 'Small boats off a shore under a clear sky'),
      picture('crankhouse-slow-ride-by-the-2', 'Low hills in warm light'),
    ],
  },
  {
    type: 'volunteering',
    title: 'Front desk, evening shift',
    text: 'Draft. Greets people, sorts them to a stand, knows where the patches are. Ask the board about a key for whoever closes.',
    areas: ['community-building'],
    posted: draft(6),
    skills: ['customer-service'],
  },
];
