/** A conversation of the demo community. */
export interface DemoConversation {
  /** The handles of the two. */
  between: readonly [string, string];
  /** Each line as who wrote it (0 or 1), how many hours ago, and the text; the oldest first. */
  lines: readonly (readonly [by: 0 | 1, hoursAgo: number, text: string])[];
  /** How many of the last lines the other one has not read. */
  unread?: number;
}

/** Conversations of those whom one can look around with, so that the list has what such lists have. */
export const conversations: readonly DemoConversation[] = [
  {
    between: ['maria', 'priya'],
    lines: [
      [1, 75, 'Are you coming to the seed swap? I can pick you up.'],
      [0, 74.6, 'Yes! I have far too many jars of seeds to carry on the streetcar.'],
      [1, 74.5, 'Then I will bring the big boxes.'],
      [0, 27, 'Thank you again for the ride. The kids are already watering everything twice a day.'],
      [1, 26.2, 'Twice is fine.\nSoon you may have to hide the watering can.'],
      [1, 1.4, 'Larkfield needs two more people for the compost on Saturday. Shall we?'],
    ],
    unread: 1,
  },
  {
    between: ['maria', 'larkfield'],
    lines: [
      [0, 122, 'Hello! Is the tool library open to people who do not have a plot?'],
      [1, 120, 'It is, on Saturdays from ten to one. Bring a photo ID the first time.'],
      [0, 119.5, 'Wonderful, see you then.'],
      [1, 3.2, 'One of the wheelbarrows has your name on it. Gate code is in the shed, ask for Ines.'],
      [1, 3.1, 'And thank you for sharing the call for gloves, we got eleven pairs!'],
    ],
    unread: 2,
  },
  {
    between: ['maria', 'jonah'],
    lines: [
      [1, 210, 'Do you still have the folding tables from the block party?'],
      [0, 208, 'Four of them, in the hall closet. Take what you need.'],
      [1, 207.5, 'You are a treasure. Back by Sunday.'],
    ],
  },
  {
    between: ['maria', 'ingrid'],
    lines: [
      [0, 52, 'How was the choir?'],
      [1, 50, 'Loud, and almost together. You would love it.'],
      [0, 49.8, 'Save me a seat among the altos.'],
    ],
  },
  {
    between: ['larkfield', 'openkettle'],
    lines: [
      [1, 30, 'We can take all the kale that you have on Thursday, about 20 kg?'],
      [0, 29, 'You can have 25. Will somebody come with a van, or shall we bring it?'],
      [1, 28.5, 'Our van comes at four.'],
      [0, 28, 'Then it will stand at the gate in the blue crates.'],
    ],
  },
  {
    between: ['larkfield', 'priya'],
    lines: [
      [1, 8, 'Could my class of nine-year-olds visit the beds next month?'],
      [1, 7.9, 'There would be 22 of them, and three of us to keep count.'],
    ],
    unread: 2,
  },
];
