import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { Problem } from '../problem.ts';
import type { Correspondent } from './correspondence.ts';
import { type Contender, median, type RaceOptions, race, ratio } from './load.ts';
import type { Correspondence } from './stage.ts';
import { digits, type Figure } from './table.ts';
import { sentText } from './yardstick/messages.ts';

/** The share of the yardstick's speed that the server is to reach. */
const goals = { read: { least: 0.6 }, send: { least: 0.35 } };

/** What may be slower among ten times the messages. */
const growth = { most: 1.3 };

type Name = 'history' | 'list' | 'sending';

/** Words that all messages have, one in twenty, and hardly any: only the last word may be the beginning of one. */
const words = {
  'that all have': 'kitchen',
  'that one in twenty has': '7',
  'that hardly any has': '200 soup',
};

/** What ten times the messages are measured by. */
type Work = Name | keyof typeof words;

const what: Record<Name, string> = {
  history: 'a page of 30 messages',
  list: 'the newest 30 conversations',
  sending: 'sending, with its events, counts and key',
};

/** Reading and sending messages, beside the same in one prepared statement, and beside a tenth of the messages. */
export async function measureMessages(
  [few, many]: [Correspondence, Correspondence],
  options: RaceOptions,
): Promise<Figure[]> {
  for (const name of ['history', 'list'] as const) await checkSame(many, name);
  // The tables that sending fills are empty at first, and planned for as such until their statistics are read.
  for (const site of [few, many]) {
    await race({ server: askServer(site, 'sending') }, { ...options, rounds: 0 });
    await sql`analyze`.execute(site.db);
  }
  const figures: Figure[] = [];
  const names = Object.keys(what) as Name[];
  for (const name of names) {
    const { server, yardstick } = await race(
      { yardstick: askYardstick(many, name), server: askServer(many, name) },
      options,
    );
    figures.push({
      what: `${what[name]}, among ${many.messages} messages`,
      ratio: ratio(server, yardstick),
      goal: name === 'sending' ? goals.send : goals.read,
      measured: `${digits(median(server))} of ${digits(median(yardstick))} requests/s`,
      memory: await many.memory(),
    });
  }
  for (const [text, word] of Object.entries(words)) await checkFound(many, word, text);
  const works = [...names, ...(Object.keys(words) as (keyof typeof words)[])];
  for (const name of works) {
    const rates = await race({ few: askServer(few, name), many: askServer(many, name) }, options);
    figures.push({
      what: `${name in words ? `searching by a word ${name}` : what[name as Name]}, by among ${few.messages}`,
      ratio: ratio(rates.few, rates.many),
      goal: growth,
      measured: `${digits(median(rates.few))} and ${digits(median(rates.many))} requests/s`,
      memory: await many.memory(),
    });
  }
  return figures;
}

const query = (input: object) => `input=${encodeURIComponent(JSON.stringify(input))}`;
const bearer = ({ token }: Correspondent) => ({ authorization: `Bearer ${token}` });

const reads = {
  history: {
    server: ({ conversationId: id }: Correspondent) => `/api/trpc/conversations.history?${query({ id })}`,
    yardstick: ({ id, conversationId }: Correspondent) => `/history/${conversationId}/${id}`,
  },
  list: {
    server: () => `/api/trpc/conversations.list?${query({ limit: 30 })}`,
    yardstick: ({ id }: Correspondent) => `/conversations/${id}`,
  },
};

const searchPath = (text: string) => `/api/trpc/conversations.search?${query({ text, limit: 30 })}`;

const serverPath = (name: Exclude<Work, 'sending'>, member: Correspondent) =>
  name === 'history' || name === 'list' ? reads[name].server(member) : searchPath(words[name]);

const askServer = ({ server, members }: Correspondence, name: Work): Contender => ({
  url: server,
  requests: (n) =>
    rotate(members, n).flatMap((member) =>
      name === 'sending'
        ? receiversOf(member).map((receiverId) => ({
            method: 'POST' as const,
            path: '/api/trpc/conversations.send',
            headers: { ...bearer(member), 'content-type': 'application/json', 'idempotency-key': uuid() },
            body: JSON.stringify({ _id: uuid(), receiverId, text: sentText }),
          }))
        : { path: serverPath(name, member), headers: bearer(member) },
    ),
});

const askYardstick = ({ yardstick, members }: Correspondence, name: Name): Contender => ({
  url: yardstick,
  requests: (n) =>
    rotate(members, n).flatMap((member) =>
      name === 'sending'
        ? receiversOf(member).map((receiverId) => ({
            method: 'POST' as const,
            path: '/send',
            headers: bearer(member),
            body: JSON.stringify({ receiverId, userId: member.id }),
          }))
        : { path: reads[name].yardstick(member) },
    ),
});

/** To whom a member sends before the next one does: a few, so that a connection has enough to send. */
const receiversOf = ({ otherIds }: Correspondent) => otherIds.slice(0, 5);

const rotate = <T>(items: readonly T[], by: number): T[] => {
  const start = (by * 7) % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
};

/** Throws where a word is not found as often as its name says: what finds nothing is quick. */
async function checkFound({ server, members }: Correspondence, word: string, name: string): Promise<void> {
  const [member] = members;
  if (!member) throw new Problem('There is nobody who writes.');
  const response = await fetch(server + searchPath(word), { headers: bearer(member) });
  const { result } = (await response.json()) as { result: { data: { items: unknown[] } } };
  const found = result.data.items.length;
  if (name === 'that hardly any has' ? found === 0 || found > 5 : found < 30)
    throw new Problem(`A search by a word ${name} finds ${found} messages.`);
}

/** Throws where the yardstick does not do the same work. Where a list goes on is the server's own to encode. */
async function checkSame(
  { server, yardstick, members }: Correspondence,
  name: 'history' | 'list',
): Promise<void> {
  const [member] = members;
  if (!member) throw new Problem('There is nobody who writes.');
  const dataOf = async (address: string) => {
    const response = await fetch(address, { headers: bearer(member) });
    const { result } = (await response.json()) as { result: { data: Record<string, unknown> } };
    const { cursor, ...data } = result.data;
    return { ...data, hasMore: cursor === undefined ? data['hasMore'] : cursor !== null };
  };
  const own = await dataOf(server + reads[name].server(member));
  const theirs = await dataOf(yardstick + reads[name].yardstick(member));
  if (!isDeepStrictEqual(own, theirs))
    throw new Problem(
      `The yardstick's ${what[name]} is not what the server answers:\n${JSON.stringify(own).slice(0, 1500)}\n${JSON.stringify(theirs).slice(0, 1500)}`,
    );
}
