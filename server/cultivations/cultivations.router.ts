import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { executeTogether } from '#db/batch.ts';
import type { Db } from '#db/database.ts';
import { requireSelf } from '../access.ts';
import { bulkMessageView, bulkPriceOutput } from '../conversations/bulk.schema.ts';
import { findPrice, sendBulkMessage } from '../conversations/send-bulk.ts';
import { readCursor } from '../cursor.ts';
import { badField, conflict, notFound } from '../errors.ts';
import { findPage } from '../pages.ts';
import { readOnlyFields } from '../rest/read-only-fields.ts';
import { administrationProcedure, router, type SignedInContext } from '../trpc.ts';
import { write } from '../write.ts';
import { addPeople, beginAddition, limitAdditions, lockNames, noteChange } from './add-people.ts';
import { changeCultivation, hasRules, refreshByJob, storedRules } from './change-cultivation.ts';
import { presentAddition, presentCultivation, presentListedUser } from './cultivations.present.ts';
import {
  countCultivations,
  countPeople,
  countUsers,
  deleteCultivation,
  deleteCultivationUser,
  findCultivation,
  findCultivations,
  findListedUsers,
  findNewestAddition,
  insertCultivation,
  selectCultivation,
  selectListed,
  selectUserPlaces,
  type UserPlace,
  type UsersQuery,
} from './cultivations.queries.ts';
import {
  additionOutput,
  additionsInput,
  additionsOutput,
  addUsersInput,
  type CultivationView,
  cultivationCopy,
  cultivationIdInput,
  cultivationInput,
  cultivationLimits,
  cultivationMessages,
  cultivationPage,
  cultivationsInput,
  cultivationUpdate,
  cultivationUsersInput,
  cultivationUsersOutput,
  cultivationView,
  departurePage,
  departuresInput,
  peopleMessageInput,
  peopleMessagePriceInput,
  removeUserInput,
} from './cultivations.schema.ts';
import { countRules, limitRules, listDepartures } from './list-by-rules.ts';
import { peopleOf, requireOwn, selectPeople } from './people.ts';
import { type Rules, ruleCountInput, ruleCountOutput, ruleLimits } from './rules.schema.ts';

export const cultivationsRouter = router({
  create: administrationProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/cultivations/',
        operationId: 'createCultivation',
        actors: ['creatorId'],
        ignores: readOnlyFields(cultivationUsersOutput, cultivationInput),
      },
      errors: ['id-taken', 'too-many-lists'],
      limits: ['rules'],
      summary: 'Create a list of people: of names, or with rules',
      description:
        'A list with rules keeps itself: people join and leave it within seconds after they act, and with time. `POST /cultivations/rules/count` returns of how many people rules hold.',
      message: cultivationMessages.saved,
      example: { title: 'Soup kitchen regulars', description: 'Come most weeks' },
    })
    .input(cultivationInput)
    .output(cultivationView)
    .mutation(async ({ ctx, input: { _id = uuid(), creatorId = ctx.viewer.userId, ...entry } }) => {
      requireSelf(ctx.viewer, creatorId);
      await limitRules(ctx, entry.rules);
      return createCultivation(ctx, { _id, ...entry });
    }),

  update: administrationProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/cultivations/{id}',
        operationId: 'updateCultivation',
        actors: ['creatorId'],
        ignores: readOnlyFields(cultivationUsersOutput.omit({ creatorId: true }), cultivationUpdate),
      },
      errors: ['list-of-names'],
      limits: ['rules'],
      summary: 'Change the title, description or rules of a list',
      description: 'What is absent stays as it is.',
      message: cultivationMessages.saved,
    })
    .input(cultivationUpdate)
    .output(cultivationView)
    .mutation(async ({ ctx, input: { id, ...entry } }) => {
      await limitRules(ctx, entry.rules);
      return write(ctx, async (trx, effects) => {
        await changeCultivation(trx, effects, {
          id,
          creatorId: ctx.viewer.userId,
          now: ctx.ports.clock.now(),
          ...entry,
        });
        noteChange(effects, ctx.viewer.userId);
        return loadCultivation(trx, id, ctx.viewer.userId);
      });
    }),

  byId: administrationProcedure
    .meta({
      rest: { method: 'GET', path: '/cultivations/{id}', operationId: 'getCultivation' },
      summary: 'A list with the people on it, and what they do with the organization',
      description:
        '30 a page, with the links to the pages around. Who hides what they do from the organization is listed without it.',
    })
    .input(cultivationUsersInput)
    .output(cultivationUsersOutput)
    .query(async ({ ctx, input: { id, page, cursor, ...shown } }) => {
      const query = { cultivationId: id, creatorId: ctx.viewer.userId, ...shown, search: shown.search };
      const { list, ...found } = await findUserPage(ctx.db, query, { page, cursor: cursor ?? undefined });
      return {
        ...presentCultivation(list),
        ...found,
        invitedUsers: list.invited,
        followedAfterInvitation: list.followed,
      };
    }),

  list: administrationProcedure
    .meta({
      rest: { method: 'GET', path: '/cultivations/user/{userId}', operationId: 'listCultivations' },
      summary: 'The caller’s lists, the newest first',
      description: 'Without the people on them: `GET /cultivations/{id}` returns those.',
    })
    .input(cultivationsInput)
    .output(cultivationPage)
    .query(async ({ ctx, input: { userId, limit, cursor: place } }) => {
      const creatorId = ctx.viewer.userId;
      requireSelf(ctx.viewer, userId ?? creatorId);
      const query = { creatorId, limit, cursor: readCursor(place) };
      const { page, cursor } = await findCultivations(ctx.db, query);
      return { items: page.map(presentCultivation), cursor };
    }),

  addUsers: administrationProcedure
    .meta({
      rest: { method: 'PUT', path: '/cultivations/{id}/add/user', operationId: 'addCultivationUsers' },
      errors: ['list-full', 'list-has-rules'],
      limits: ['cultivation-additions'],
      summary: 'Put people on a list',
      description:
        'One, several, all whom a search finds, everybody on another list, or who reacted to a post. A list with rules takes nobody (409). Whom the caller may not find is left out. Up to 500 are added at once; more are added in batches, and `GET /cultivations/{id}/additions` shows how far that is.',
      message: cultivationMessages.added,
    })
    .input(addUsersInput)
    .output(additionOutput)
    .mutation(async ({ ctx, input: { id, userId, userIds = userId && [userId], ...source } }) => {
      const addition = await addPeople(ctx, id, peopleOf({ userIds: userIds || undefined, ...source }));
      return { ...(await loadCultivation(ctx.db, id, ctx.viewer.userId)), addition };
    }),

  additions: administrationProcedure
    .meta({
      rest: { method: 'GET', path: '/cultivations/{id}/additions', operationId: 'listCultivationAdditions' },
      summary: 'How far the newest addition to a list is',
    })
    .input(additionsInput)
    .output(additionsOutput)
    .query(async ({ ctx, input: { id } }) => {
      await loadCultivation(ctx.db, id, ctx.viewer.userId);
      const newest = await findNewestAddition(ctx.db, id);
      return { addition: newest ? presentAddition(newest) : null };
    }),

  countRules: administrationProcedure
    .meta({
      rest: { method: 'POST', path: '/cultivations/rules/count', operationId: 'countUsersByRules' },
      limits: ['rules'],
      summary: 'Of how many people rules hold now',
      once: false,
      description: `Changes nothing. Counted up to ${cultivationLimits.counted}. Who hides what they do from the organization meets no condition on it.`,
    })
    .input(ruleCountInput)
    .output(ruleCountOutput)
    .mutation(({ ctx, input }) => countRules(ctx, input.rules)),

  departures: administrationProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/cultivations/{id}/departures',
        operationId: 'listCultivationDepartures',
      },
      summary: 'Who left a list with rules in the last 90 days, the last one first',
      description:
        'Without those who are back, may not be found any more, or hide what the rules look at. A list of names has none.',
    })
    .input(departuresInput)
    .output(departurePage)
    .query(async ({ ctx, input }) => {
      const { rules } = await loadCultivation(ctx.db, input.id, ctx.viewer.userId);
      return rules ? listDepartures(ctx, { ...input, rules }) : { items: [], cursor: null };
    }),

  removeUser: administrationProcedure
    .meta({
      rest: { method: 'PUT', path: '/cultivations/{id}/remove/user', operationId: 'removeCultivationUser' },
      errors: ['list-has-rules'],
      summary: 'Take a user off a list',
      description: 'A list with rules loses nobody by hand (409).',
      message: cultivationMessages.removed,
    })
    .input(removeUserInput)
    .output(cultivationView)
    .mutation(({ ctx, input: { id, userId } }) =>
      write(ctx, async (trx, effects) => {
        const creatorId = ctx.viewer.userId;
        await lockNames(trx, id, creatorId);
        if (!(await deleteCultivationUser(trx, id, userId))) throw notFound('This user is not on the list.');
        noteChange(effects, creatorId);
        return loadCultivation(trx, id, creatorId);
      }),
    ),

  copy: administrationProcedure
    .meta({
      rest: { method: 'POST', path: '/cultivations/{id}/copy', operationId: 'copyCultivation' },
      errors: ['id-taken', 'too-many-lists'],
      summary: 'Copy a list, with everybody on it',
      description:
        'Many are copied in batches, as with `PUT /cultivations/{id}/add/user`. The copy of a list with rules is a list of names: of those who are on it now.',
      message: cultivationMessages.copied,
    })
    .input(cultivationCopy)
    .output(cultivationView)
    .mutation(({ ctx, input: { id, _id = uuid(), title } }) => copyCultivation(ctx, { id, _id, title })),

  message: administrationProcedure
    .meta({
      accessTokens: ['administration', 'messages'],
      rest: { method: 'POST', path: '/cultivations/message', operationId: 'sendMessageToCultivation' },
      errors: ['id-taken', 'price-changed', 'too-few-coins'],
      limits: ['bulk-messages'],
      summary:
        'Send a message to everybody on a list, to all whom a search finds, to who reacted to a post, or to several people',
      description:
        'A coin for each who is not connected; see `POST /conversations/bulk/user/{id}/multiple-users`, whose response it has. Whom the caller may not find, or has a block with, is left out.',
      message: 'Message sent',
    })
    .input(peopleMessageInput)
    .output(bulkMessageView)
    .mutation(async ({ ctx, input: { _id, text, onlyConnected, cost, ...source } }) => {
      const senderId = ctx.viewer.userId;
      const recipients = await recipientsOf(ctx, source);
      return sendBulkMessage(ctx, { id: _id, senderId, recipients, text, onlyConnected, cost });
    }),

  messagePrice: administrationProcedure
    .meta({
      accessTokens: ['administration', 'messages'],
      rest: {
        method: 'POST',
        path: '/cultivations/message/price',
        operationId: 'getCultivationMessagePrice',
      },
      summary: 'What such a message costs, and how many it reaches',
      description: 'Changes nothing.',
      once: false,
    })
    .input(peopleMessagePriceInput)
    .output(bulkPriceOutput)
    .mutation(async ({ ctx, input: { onlyConnected, ...source } }) => {
      const recipients = await recipientsOf(ctx, source);
      return findPrice(ctx.db, { senderId: ctx.viewer.userId, recipients, onlyConnected });
    }),

  remove: administrationProcedure
    .meta({
      rest: { method: 'DELETE', path: '/cultivations/{id}', operationId: 'deleteCultivation' },
      summary: 'Delete a list',
      description: 'Nobody on it is told.',
      message: cultivationMessages.deleted,
    })
    .input(cultivationIdInput)
    .output(z.null())
    .mutation(async ({ ctx, input: { id } }) => {
      await write(ctx, async (trx, effects) => {
        if (!(await deleteCultivation(trx, id, ctx.viewer.userId))) throw notFound();
        noteChange(effects, ctx.viewer.userId);
      });
      return null;
    }),
});

async function loadCultivation(db: Db, id: string, creatorId: string): Promise<CultivationView> {
  const row = await findCultivation(db, id, creatorId);
  if (!row) throw notFound();
  return presentCultivation(row);
}

/** Returns people as messages to many take them. */
async function recipientsOf(ctx: SignedInContext, source: Parameters<typeof peopleOf>[0]) {
  const people = peopleOf(source);
  await requireOwn(ctx.db, people, ctx.viewer.userId);
  return { people: await selectPeople(ctx.db, people, ctx.viewer.userId) };
}

type NewCultivation = { _id: string; title: string; description: string; rules?: Rules | null | undefined };

/** Creates a list of the viewer's. The same one sent again is returned; another one of its id is a conflict. */
function createCultivation(ctx: SignedInContext, entry: NewCultivation): Promise<CultivationView> {
  return write(ctx, async (trx, effects) => {
    const creatorId = ctx.viewer.userId;
    const count = await countCultivations(trx, creatorId);
    const { _id: id, title, description, rules = null } = entry;
    const existing = await findCultivation(trx, id, creatorId);
    if (existing?.title === title && existing.description === description && hasRules(existing, rules))
      return presentCultivation(existing);
    if (count.total >= cultivationLimits.lists)
      throw conflict('too-many-lists', `You can have ${cultivationLimits.lists} lists. Delete one first.`);
    if (rules && count.withRules >= ruleLimits.lists)
      throw conflict(
        'too-many-lists',
        `You can have ${ruleLimits.lists} lists with rules. Delete one first.`,
      );
    const created_at = ctx.ports.clock.now();
    const kept = storedRules(rules, created_at);
    if (
      !(await insertCultivation(trx, { id, creator_id: creatorId, title, description, created_at, ...kept }))
    )
      throw conflict('id-taken', 'This id is taken. Please choose another one.');
    noteChange(effects, creatorId);
    if (rules) refreshByJob(effects, id);
    return loadCultivation(trx, id, creatorId);
  });
}

async function copyCultivation(
  ctx: SignedInContext,
  { id, _id, title }: { id: string; _id: string; title: string },
): Promise<CultivationView> {
  const { totalUsers } = await loadCultivation(ctx.db, id, ctx.viewer.userId);
  await limitAdditions(ctx, totalUsers);
  return write(ctx, async (trx, effects) => {
    const creatorId = ctx.viewer.userId;
    const { description } = await loadCultivation(trx, id, creatorId);
    const isNew = (await findCultivation(trx, _id, creatorId)) === undefined;
    await createCultivation({ ...ctx, enclosing: { trx, effects } }, { _id, title, description });
    const people = selectListed(id, creatorId);
    const total = isNew ? await countPeople(trx, people, cultivationLimits.people + 1) : 0;
    if (total > 0) await beginAddition(ctx, trx, effects, { id: _id, people, total });
    return loadCultivation(trx, _id, creatorId);
  });
}

/** A list with a page of its users, in two round trips where they are not filtered. Throws a 404 where there is none. */
async function findUserPage(db: Db, query: UsersQuery, place: { page: number; cursor: string | undefined }) {
  const { cultivationId: id, creatorId, search, tag } = query;
  let list: Awaited<ReturnType<typeof findCultivation>>;
  const { ids, ...pages } = await findPage(
    {
      both: async (cursor, { on, back }) => {
        const from = cursor === undefined ? undefined : readPlace(query, cursor);
        const [[found], ahead, behind = []] = await executeTogether(db, [
          selectCultivation(db, id, creatorId),
          selectUserPlaces(query, { from, direction: 'on', limit: on }),
          ...(from ? [selectUserPlaces(query, { from, direction: 'back', limit: back })] : []),
        ]);
        if (!found) throw notFound();
        list = found;
        return [ahead.map(presentPlace), behind.map(presentPlace)];
      },
      count: async (most) =>
        list && search === undefined && tag === undefined
          ? Math.min(list.total, most)
          : countUsers(db, query, most),
    },
    place,
  );
  if (!list) throw notFound();
  const rows = await findListedUsers(db, { ...query, ids });
  return { list, ...pages, users: rows.map(presentListedUser) };
}

const presentPlace = ({ id, key }: UserPlace) => ({ id, cursor: `${id}_${key}` });

const milliseconds = /^\d{1,14}$/;
const flag = /^(true|false)$/;

/** What the key of a cursor looks like, by what the list is sorted by. */
const keyPatterns = {
  addedAt: milliseconds,
  name: /^/,
  totalInteractions: /^\d{1,9}$/,
  lastLiked: milliseconds,
  lastInterested: milliseconds,
  lastGoing: milliseconds,
  follows: flag,
  endorses: flag,
  invited: flag,
};

/** Parses a cursor of `findUserPage`. Throws a 400 where the text is none of this order. */
function readPlace({ sort }: UsersQuery, cursor: string): UserPlace {
  const [id, key] = [cursor.slice(0, 36), cursor.slice(37)];
  const isPlace = z.uuid().safeParse(id).success && cursor[36] === '_' && keyPatterns[sort].test(key);
  if (!isPlace || key.includes('\0') || !key.isWellFormed())
    throw badField('cursor', 'This is not a cursor.');
  return { id, key };
}
