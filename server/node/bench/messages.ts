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

type Search = 'common' | 'rarer' | 'rare';

/** What is searched for, and how often it is found. Only the last word may be the beginning of one. */
const searches: Record<Search, { text: string; found: { least: number; most: number } }> = {
  common: { text: 'kitchen', found: { least: 30, most: 30 } },
  rarer: { text: '7', found: { least: 30, most: 30 } },
  rare: { text: '200 soup', found: { least: 1, most: 5 } },
};

const names = ['history', 'list', 'sending'] as const;
const searchNames = ['common', 'rarer', 'rare'] as const;

const what: Record<Name | Search, string> = {
  history: 'a page of 30 messages',
  list: 'the newest 30 conversations',
  sending: 'sending, with its events, counts and key',
  common: 'searching by a word that all have',
  rarer: 'searching by a word that one in twenty has',
  rare: 'searching by a word that hardly any has',
};

/**
 * Reading and sending messages, beside the same in one prepared statement, and beside a tenth of the messages. Yields
 * each figure once it is measured.
 */
export async function* measureMessages(
  [few, many]: [Correspondence, Correspondence],
  options: RaceOptions,
): AsyncGenerator<Figure> {
  for (const name of ['history', 'list'] as const) await checkSame(many, name);
  // The tables that sending fills are empty at first, and planned for as such until their statistics are read.
  for (const site of [few, many]) {
    await race({ server: askServer(site, 'sending') }, { ...options, rounds: 0 });
    await sql`analyze`.execute(site.db);
  }
  for (const name of names) {
    const { server, yardstick } = await race(
      { yardstick: askYardstick(many, name), server: askServer(many, name) },
      options,
    );
    yield {
      what: `${what[name]}, among ${many.messages} messages`,
      ratio: ratio(server, yardstick),
      goal: name === 'sending' ? goals.send : goals.read,
      measured: `${digits(median(server))} of ${digits(median(yardstick))} requests/s`,
      memory: await many.memory(),
    };
  }
  for (const name of searchNames) await checkFound(many, name);
  for (const name of [...names, ...searchNames]) {
    const rates = await race({ few: askServer(few, name), many: askServer(many, name) }, options);
    yield {
      what: `${what[name]}, by among ${few.messages}`,
      ratio: ratio(rates.few, rates.many),
      goal: growth,
      measured: `${digits(median(rates.few))} and ${digits(median(rates.many))} requests/s`,
      memory: await many.memory(),
    };
  }
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

const searchPath = (name: Search) =>
  `/api/trpc/conversations.search?${query({ text: searches[name].text, limit: 30 })}`;

const serverPath = (name: Exclude<Name, 'sending'> | Search, member: Correspondent) =>
  name === 'history' || name === 'list' ? reads[name].server(member) : searchPath(name);

const askServer = ({ server, members }: Correspondence, name: Name | Search): Contender => ({
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
        : { path: reads[name].yardstick(member), headers: bearer(member) },
    ),
});

/** To whom a member sends before the next one does: a few, so that a connection has enough to send. */
const receiversOf = ({ otherIds }: Correspondent) => otherIds.slice(0, 5);

const rotate = <T>(items: readonly T[], by: number): T[] => {
  const start = (by * 7) % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
};

/** Throws where a word is not found as often as its name says: what finds nothing is quick. */
async function checkFound({ server, members }: Correspondence, name: Search): Promise<void> {
  const { items } = await dataOf(server + searchPath(name), firstOf(members));
  const { least, most } = searches[name].found;
  const found = (items as unknown[]).length;
  if (found < least || found > most) throw new Problem(`A search by a ${name} word finds ${found} messages.`);
}

function firstOf([member]: readonly Correspondent[]): Correspondent {
  if (!member) throw new Problem('There is nobody who writes.');
  return member;
}

async function dataOf(address: string, member: Correspondent): Promise<Record<string, unknown>> {
  const response = await fetch(address, { headers: bearer(member) });
  const { result } = (await response.json()) as { result: { data: Record<string, unknown> } };
  return result.data;
}

/** Throws where the yardstick does not do the same work. Where a list goes on is the server's own to encode. */
async function checkSame(
  { server, yardstick, members }: Correspondence,
  name: 'history' | 'list',
): Promise<void> {
  const member = firstOf(members);
  const pageOf = async (address: string) => {
    const { cursor, ...data } = await dataOf(address, member);
    return { ...data, hasMore: cursor === undefined ? data['hasMore'] : cursor !== null };
  };
  const own = await pageOf(server + reads[name].server(member));
  const theirs = await pageOf(yardstick + reads[name].yardstick(member));
  if (!isDeepStrictEqual(own, theirs))
    throw new Problem(
      `The yardstick's ${what[name]} is not what the server answers:\n${JSON.stringify(own).slice(0, 1500)}\n${JSON.stringify(theirs).slice(0, 1500)}`,
    );
}
