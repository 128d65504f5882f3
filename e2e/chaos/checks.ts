import { isDeepStrictEqual } from 'node:util';
import { retention } from '#server/events/events.queries.ts';
import type { InterestType } from '#server/posts/post-rules.schema.ts';
import type { LogEntry } from './evidence.ts';
import {
  type CutOff,
  type Evidence,
  type Follower,
  interestKey,
  type Mutation,
  type Step,
  saidIn,
  toldToStop,
} from './evidence.ts';

/** Looks for one kind of damage. Returns a sentence for each that it finds; none where all is well. */
export type Check = (evidence: Evidence) => string[];

/** What must hold after a run, whatever happened during it. */
export const checks = {
  'no event is lost': findLostEvents,
  'no event is applied twice': findRepeatedEvents,
  'no write has two effects': findRepeatedEffects,
  'no mutation is lost': findLostMutations,
  'mutations in one lane keep their order': findDisorder,
  'the last word counts': findWrongOutcomes,
  'no message is lost': findLostMessages,
  'no message is there twice': findRepeatedMessages,
  'messages keep their order': findDisorderedMessages,
  'unread messages are counted': findMiscountedMessages,
  'coins are exact': findWrongCoins,
  'scheduled posts go out once, and are announced once': findPublishingFaults,
  'pictures are there as they were sent': findWrongPictures,
  'nothing is stored that no message names': findLeftFiles,
  'copies are as the server would make them': findDivergence,
  'screens show what is so': findWrongScreens,
  'nothing is left to be sent': findLeftovers,
  'nobody acts as somebody else': findImpostors,
  'everybody comes to rest': ({ restless }) => restless,
  'everybody reads what they wrote': findStaleReads,
  'servers say nothing unexpected': findServerTrouble,
  'browsers and people notice nothing': ({ errors }) => errors,
} as const satisfies Record<string, Check>;

export type CheckName = keyof typeof checks;

/** Runs every check. */
export function judge(evidence: Evidence): Record<CheckName, string[]> {
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, check(evidence)])) as Record<
    CheckName,
    string[]
  >;
}

/** The log has no gap, and who follows it has taken every event that reached them, up to its end. */
function findLostEvents({ records, followers, copies }: Evidence): string[] {
  const inLog = [...Map.groupBy(records.events, (event) => event.userId)].flatMap(([userId, events]) => {
    const head = records.heads.get(userId) ?? 0;
    // Of a log that became long, the oldest part was swept.
    const first = head > retention.events ? (events[0]?.seq ?? 1) : 1;
    const gap = events.findIndex(({ seq }, index) => seq !== first + index);
    if (gap >= 0) return [`The log of ${userId} has no event ${first + gap}.`];
    const end = first + events.length - 1;
    return end === head ? [] : [`The log of ${userId} ends at ${end}, its head is ${head}.`];
  });
  const onTheWay = followers.flatMap((follower) => {
    const { label, steps, received } = follower;
    const lost = stepsForward(steps).flatMap(({ by, from, to }) => {
      const heard = new Set(received.get(by));
      return range(from.seq + 1, to.seq)
        .filter((seq) => !heard.has(seq))
        .map((seq) => `${label} (${by}) moved over event ${seq}, which never reached it.`);
    });
    return [...lost, ...missedEnd(records.heads, records.epoch, follower)];
  });
  const inCopies = copies.flatMap(({ copy: { label, userId, cursor } }) => {
    const head = records.heads.get(userId) ?? 0;
    return cursor?.seq === head && cursor.epoch === records.epoch
      ? []
      : [`The copy of ${label} ends at ${cursor?.seq ?? 'no event'}; the log at ${head}.`];
  });
  return [...inLog, ...onTheWay, ...inCopies];
}

function missedEnd(heads: Map<string, number>, epoch: string, { label, userId, steps }: Follower): string[] {
  const last = steps.at(-1)?.to;
  const head = heads.get(userId) ?? 0;
  if (!last) return [`${label} never began.`];
  if (last.epoch !== epoch) return [`${label} follows a log of another epoch.`];
  return last.seq === head ? [] : [`${label} stands at event ${last.seq} of ${head}.`];
}

/** No event is applied again by who has applied it, unless everything was thrown away in between. */
function findRepeatedEvents({ records, followers }: Evidence): string[] {
  const acknowledgements = records.events.filter(({ type }) => type === 'operation-done');
  const twice = repeated(acknowledgements.map(({ userId, opId }) => `${opId} of ${userId}`)).map(
    (write) => `The log says twice that ${write} was done.`,
  );
  const again = followers.flatMap(({ label, steps }) => {
    let reached: Step['to'] | undefined;
    return steps.flatMap(({ by, from, to }) => {
      const isRepeated =
        from !== undefined && reached?.epoch === to.epoch && (from.seq < reached.seq || to.seq <= from.seq);
      const message = `${label} (${by}) applied ${from?.seq} to ${to.seq} after it had reached ${reached?.seq}.`;
      reached = to;
      return isRepeated ? [message] : [];
    });
  });
  return [...twice, ...again];
}

/** Counters match the rows, what was published once is there once, and one write has one response. */
function findRepeatedEffects({ records, mutations, cutOffs }: Evidence): string[] {
  const stored = new Map(records.operations.map(({ opId, response }) => [opId, inOneOrder(response)]));
  return [
    ...records.miscounted.map((postId) => `The counters of post ${postId} are not what its rows say.`),
    ...repeated(records.titles).map((title) => `There are several posts called ${title}.`),
    ...mutations
      .filter((mutation) => {
        const given = mutation.responses.map(inOneOrder);
        const isSame = new Set([...given, stored.get(mutation.opId) ?? given[0]]).size <= 1;
        // What a failover cut off may have been sent twice, and was done anew.
        return mutation.state !== 'rejected' && !isSame && !isCutOff(cutOffs, mutation);
      })
      .map(({ opId, by }) => `The write ${opId} of ${by} got different responses.`),
  ];
}

/** What was enqueued, and not taken back before it was sent, was done; and what was acknowledged is there. */
function findLostMutations(evidence: Evidence): string[] {
  return missing(evidence)
    .filter((mutation) => !isCutOff(evidence.cutOffs, mutation))
    .map(({ opId, by, lane, state }) =>
      state === 'done'
        ? `The server has nothing of ${opId} (${by}, ${lane}), which it acknowledged.`
        : `${by} forgot ${opId} (${lane}), and the server never did it.`,
    );
}

/** What was acknowledged, or forgotten by its sender, and is not in the database. */
function missing({ records, mutations }: Pick<Evidence, 'records' | 'mutations'>): Mutation[] {
  const done = new Set(records.operations.map(({ opId }) => opId));
  return mutations.filter((mutation) => mustBeStored(mutation) && !done.has(mutation.opId));
}

/** Whether a mutation was acknowledged, or forgotten by its sender, who must not forget what is not done. */
const mustBeStored = ({ state }: Pick<Mutation, 'state'>) => state === 'done' || state === 'lost';

/** Milliseconds by which the times of commits may be out of order. */
const commitSkew = 1_000;

/** Milliseconds for which a response may be on its way on a line that stands still, or wait in a tab that does. */
const longestWay = 10_000;

/** Whether a failover of a primary that waits for nobody may have lost this. */
export const isCutOff = (cutOffs: readonly CutOff[], { settledAt }: Pick<Mutation, 'settledAt'>): boolean =>
  settledAt !== undefined &&
  cutOffs.some(({ from, to }) => settledAt > from - commitSkew && settledAt < to + longestWay);

/** Returns how many acknowledged writes failovers have lost, with those that were done anew after that. */
export function countCutOff(evidence: Evidence): number {
  const done = new Map(evidence.records.operations.map(({ opId, response }) => [opId, inOneOrder(response)]));
  return evidence.mutations.filter((mutation) => {
    const { opId, responses } = mutation;
    const stored = done.get(opId);
    const isLost =
      stored === undefined
        ? mustBeStored(mutation)
        : responses.some((response) => inOneOrder(response) !== stored);
    return isLost && isCutOff(evidence.cutOffs, mutation);
  }).length;
}

/** No read is older than what its reader had written, unless that is gone. */
function findStaleReads(evidence: Evidence): string[] {
  const gone = missing(evidence).filter((mutation) => isCutOff(evidence.cutOffs, mutation));
  const opIds = new Set(gone.map(({ opId }) => opId));
  return evidence.stale.flatMap(({ opId, text }) => (opIds.has(opId) ? [] : [text]));
}

/** The log has the mutations of one lane in the order in which they were made. */
function findDisorder({ records, mutations }: Evidence): string[] {
  const places = new Map(
    records.events.flatMap(({ type, opId, userId, seq }) =>
      type === 'operation-done' && opId !== null ? [[`${userId} ${opId}`, seq]] : [],
    ),
  );
  // Each user has a log of their own, also those who only use somebody else's browser for a while.
  const lanes = Map.groupBy(mutations, ({ userId, by, lane }) => `${userId} in ${by}, ${lane}`);
  return [...lanes].flatMap(([lane, own]) => {
    const placed = own
      .toSorted((a, b) => a.order - b.order)
      .flatMap(({ opId, userId, order }) => {
        const seq = places.get(`${userId} ${opId}`);
        return seq === undefined ? [] : [{ order, seq }];
      });
    return placed.flatMap(({ order, seq }, index) => {
      const before = placed[index - 1];
      return before && before.seq > seq
        ? [
            `Mutation ${order} (${lane}) was done as event ${seq}, before mutation ${before.order} (${before.seq}).`,
          ]
        : [];
    });
  });
}

/** The last value that a user set is the stored one. */
function findWrongOutcomes({ records, mutations }: Evidence): string[] {
  const done = new Set(records.operations.map(({ opId }) => opId));
  const reported = new Set(mutations.map(({ opId }) => opId));
  const withUnreported = new Set(
    records.operations.flatMap(({ opId, userId }) => (reported.has(opId) ? [] : [userId])),
  );
  const settled = mutations.filter(({ opId, sets }) => sets && done.has(opId));
  return [...Map.groupBy(settled, ({ userId, sets }) => `${userId} ${sets?.target}`)].flatMap(([, own]) => {
    // Two programs that set the same thing have no order among them.
    if (new Set(own.map(({ by }) => by)).size > 1) return [];
    const last = own.reduce((a, b) => (b.order > a.order ? b : a));
    // The server did something for the user that no tab reported, and a tab was there that could not.
    if (last.mayBeOvertaken && withUnreported.has(last.userId)) return [];
    const now = valueOf(records, last);
    return now === undefined || now === last.sets?.value
      ? []
      : [`${last.by} set ${last.sets?.target} to ${last.sets?.value} at last (${last.opId}); it is ${now}.`];
  });
}

/** The stored value of what a mutation sets; undefined where there is none. */
function valueOf({ interests, follows, titles }: Evidence['records'], { userId, sets }: Mutation): unknown {
  const [kind, id = '', detail] = sets?.target.split(' ') ?? [];
  if (kind === 'say') return interests.get(interestKey(userId, id))?.[detail as InterestType] ?? false;
  if (kind === 'follow') return follows.has(`${userId} ${id}`);
  if (kind === 'publish') return titles.includes(String(sets?.value)) ? sets?.value : 'missing';
  return undefined;
}

/** Every message that its sender did not take back is there, as it was written. */
function findLostMessages({ records, mutations, cutOffs }: Evidence): string[] {
  const stored = new Map(records.messages.map(({ id, text }) => [id, text]));
  const gone = new Set(missing({ records, mutations }));
  const kept = mutations.filter((mutation) => !gone.has(mutation) || !isCutOff(cutOffs, mutation));
  return messagesAmong(kept)
    .filter((message) => mustBeStored(message) && stored.get(message.id) !== message.text)
    .map(({ id, text, by }) => `“${text}” of ${by} (${id}) is not there, but “${stored.get(id) ?? ''}”.`);
}

/** No two messages of one user are the same: each has a number of its own. */
function findRepeatedMessages({ records }: Evidence): string[] {
  return repeated(records.messages.map(({ senderId, text }) => `“${text}” of ${senderId}`)).map(
    (message) => `${message} is there several times.`,
  );
}

/** A conversation has the messages of each of the two in the order in which they were written. */
function findDisorderedMessages({ records, mutations }: Evidence): string[] {
  const orders = new Map(messagesAmong(mutations).map(({ id, order }) => [id, order]));
  const written = Map.groupBy(
    records.messages,
    ({ conversationId, senderId }) => `${conversationId} ${senderId}`,
  );
  return [...written.values()].flatMap((own) =>
    own
      .toSorted((one, other) => one.seq - other.seq)
      // Of what nobody here has written, the order is not known.
      .flatMap(({ id, text }) => {
        const order = orders.get(id);
        return order === undefined ? [] : [{ order, text }];
      })
      .flatMap(({ order, text }, index, all) => {
        const before = all[index - 1];
        return before && order < before.order
          ? [`“${text}” stands behind “${before.text}”, which was written after it.`]
          : [];
      }),
  );
}

function findMiscountedMessages({ records }: Evidence): string[] {
  return records.misread.map(
    (userId) => `The number of unread messages of ${userId} is not what its messages say.`,
  );
}

/**
 * Balances are the sums of their entries, and nobody has less than nothing. Who writes messages here is connected with
 * another user only by their message: each one before it costs a coin, and none after it.
 */
function findWrongCoins({ records }: Evidence): string[] {
  const due = new Map<string, number>();
  for (const conversation of Map.groupBy(records.messages, ({ conversationId }) => conversationId).values())
    for (const { senderId, seq } of conversation) {
      const isConnected = conversation.some((other) => other.senderId !== senderId && other.seq < seq);
      if (!isConnected) due.set(senderId, (due.get(senderId) ?? 0) + 1);
    }
  return records.wallets.flatMap(({ userId, balance, entered, messages }) => [
    ...(balance === entered && balance >= 0
      ? []
      : [`${userId} has ${balance} coins; the entries of the wallet come to ${entered}.`]),
    ...(messages === (due.get(userId) ?? 0)
      ? []
      : [`${userId} paid ${messages} coins for messages that cost ${due.get(userId) ?? 0}.`]),
  ]);
}

/** The messages among mutations, with their ids and texts. */
function messagesAmong(mutations: readonly Mutation[]) {
  return mutations.flatMap(({ sets, ...mutation }) => {
    const [kind, id = ''] = sets?.target.split(' ') ?? [];
    return kind === 'message' ? [{ ...mutation, id, text: String(sets?.value) }] : [];
  });
}

/** Names what a mutation sets, so that `findWrongOutcomes` finds it. */
export const targets = {
  say: (postId: string, interest: InterestType) => `say ${postId} ${interest}`,
  follow: (userId: string) => `follow ${userId}`,
  publish: (opId: string) => `publish ${opId}`,
  message: (id: string) => `message ${id}`,
};

function findPublishingFaults({
  published: { posts, waiting, early, unsure, misinformed },
}: Evidence): string[] {
  const findings: [number, string][] = [
    [waiting, 'did not go out'],
    [early, 'went out before their time'],
    [unsure, 'did not go out exactly once, by the log of their organization'],
    [misinformed, 'were not announced exactly once to a follower'],
  ];
  return findings.flatMap(([count, what]) =>
    count > 0 ? [`${count} of ${posts} scheduled posts ${what}.`] : [],
  );
}

function findWrongPictures({ pictures }: Evidence): string[] {
  return pictures
    .filter(({ found, is }) => found !== is)
    .map(({ what, found, is }) => `Of ${what} there is ${found}; it should be ${is}.`);
}

/** The store has no file that the database does not know, unless a failover lost its row. */
function findLeftFiles({ leftovers, cutOffs }: Evidence): string[] {
  return leftovers
    .filter(({ storedAt }) => !isCutOff(cutOffs, { settledAt: storedAt }))
    .map(({ key }) => `The store has ${key}, which no message names.`);
}

/** The local cache holds what the server would send a client without one. */
function findDivergence({ copies }: Evidence): string[] {
  return copies.flatMap(({ copy, snapshot }) => {
    const findings: string[] = [];
    const compare = (what: string, kept: unknown, is: unknown) => {
      if (!isDeepStrictEqual(kept, is))
        findings.push(
          `The copy of ${copy.label} has ${what} as ${JSON.stringify(kept)}; the server as ${JSON.stringify(is)}.`,
        );
    };
    for (const [id, post] of snapshot.posts) {
      const kept = copy.posts.get(id);
      if (kept) compare(`what is said to post ${id}`, saidIn(kept, copy.userId), saidIn(post, copy.userId));
    }
    for (const [id, follows] of snapshot.follows)
      if (copy.follows.has(id)) compare(`the follow of ${id}`, copy.follows.get(id), follows);
    compare('the number of unread notifications', copy.unread, snapshot.unread);
    // The cache may keep only the newest of them, but of those all.
    const kept = [...copy.notifications.values()];
    const oldest = kept.reduce((least, { createdAt }) => (createdAt < least ? createdAt : least), '9');
    for (const [id, notification] of snapshot.notifications)
      if (copy.notifications.has(id) || notification.createdAt > oldest)
        compare(`notification ${id}`, copy.notifications.get(id), notification);
    for (const { _id } of kept)
      if (!snapshot.notifications.has(_id))
        findings.push(`The copy of ${copy.label} has notification ${_id}, which is gone.`);
    return findings;
  });
}

function findWrongScreens({ shown }: Evidence): string[] {
  return shown
    .filter(({ shows, is }) => shows !== is)
    .map(({ where, what, shows, is }) => `${where} shows ${what} as ${shows}; it is ${is}.`);
}

/** Nothing is left to send, and nothing was rejected. */
function findLeftovers({ mutations, copies }: Evidence): string[] {
  return [
    ...copies.flatMap(({ copy: { label, outbox } }) =>
      outbox.map(({ opId, state }) => `${label} still has ${opId} (${state}).`),
    ),
    ...mutations
      .filter(({ state }) => state === 'open' || state === 'rejected')
      .map(({ opId, by, lane, state }) => `${opId} (${by}, ${lane}) is ${state}.`),
  ];
}

/** Every write was done for whom it was meant. */
function findImpostors({ records, mutations }: Evidence): string[] {
  const meant = new Map(mutations.map((mutation) => [mutation.opId, mutation]));
  const done = [...records.operations, ...records.events];
  return [
    ...new Set(
      done.flatMap(({ opId, userId }) => {
        const mutation = opId === null ? undefined : meant.get(opId);
        return mutation && mutation.userId !== userId
          ? [`${mutation.by} acted as ${mutation.userId}; ${opId} was done as ${userId}.`]
          : [];
      }),
    ),
  ];
}

/** Milliseconds for which a server may speak of a database that was hurt. */
const painful = 20_000;

/** What servers may log while the database is away, or comes back. */
const laments = [
  /^a (?:database )?connection (?:of the workers )?broke$/,
  /^the doorbell does not listen; trying again$/,
  /^other processes could not be told of new events$/,
  /^sessions of connections could not be checked$/,
  /^the workers (?:stopped; starting them again|cannot start)$/,
  /^a job failed and will be tried again$/,
  /^The database (?:at \S+ cannot be used|went away during the start): /,
  /^the database server ended; starting it again$/,
  // Of a cluster, whose other parts are hurt, too.
  /^a read replica is left out$/,
  /^a write was not noted: reads of its user elsewhere may be older$/,
  /^Redis (?:does not respond|rejects commands)\b/,
  /^the doorbell does not listen at Redis; streams poll until it does$/,
  /^presence could not be stored$/,
  /^work that nobody waits for met a database that is away$/,
  /^the database is not marked as in use; trying again$/,
];

/**
 * The words of drivers for a database that is away, or has no space, and of a commit that no standby has confirmed; and
 * those for a store of files that is away.
 */
const isAway =
  /UnconfirmedCommit|MediaUnavailable|57P0\d|53100|the database system is (?:starting up|shutting down|not yet accepting)|53300|\b08\d{3}\b|ECONNREFUSED|ECONNRESET|EPIPE|connect ENOENT|Connection terminated|terminating connection due to|(?:connection error|was closed) and is not queryable/;

/**
 * PgBouncer's words for a database that is away; the last are for one that ended while PgBouncer made a connection fit for
 * its next client. Their code is the one of a broken protocol, which is damage with any other words.
 */
const isAwayBehindPooler =
  /\b08P01 (?:server conn crashed\?|server connection closed|server login has been failing|client_login_timeout \(server down\)|query_wait_timeout|invalid server parameter)/;

/** Their words for one that is busier than it should be, which a machine with other work may be at any time. */
const isBusy =
  /57014|timeout exceeded when trying to connect|\btimeout expired\b|terminated due to connection timeout|Query read timeout|waited too long for the database/;

/** Logged for a transaction whose connection was given up because a statement took too long. */
const isGivenUp = /Connection terminated|Client was closed/;

/** Logged for a replica, or a Redis, that is as slow as everything else on a machine that has too much to do. */
const isBehind =
  /^a read replica is left out$|^Redis does not respond\b|^the doorbell does not listen at Redis\b/;

/** Milliseconds around such a statement, or a held event loop, in which either may be logged. */
const givingUp = 5_000;

/** Logged for work that outlasts the grace period of a stopping process: the client retries with another one. */
const cutShort = /Cannot use a pool after calling end on the pool/;

/** Milliseconds for which a process may go on after the signal to stop. */
const farewell = 30_000;

/** Logged where a machine that does other things, too, held a server's event loop. */
const isHeld = /^the event loop was held$/;

const textOf = ({ message, error = '' }: LogEntry) => `${message} ${error}`;

/** Logged for statements that took too long: they were rejected for now, and retried. */
export const busyMoments = (log: readonly LogEntry[]) => log.filter((entry) => isBusy.test(textOf(entry)));

function findServerTrouble({ log, hurts, overloads }: Evidence): string[] {
  const isStopping = ({ from, at }: LogEntry) =>
    log.some(
      (entry) =>
        entry.from === from && entry.message === toldToStop && entry.at <= at && at < entry.at + farewell,
    );
  const busy = busyMoments(log);
  const held = log.filter(({ message }) => isHeld.test(message));
  const isExpected = (entry: LogEntry) => {
    // The reason for a response that the server is not available is in a log entry of its own.
    const text = textOf(entry);
    if (entry.level === 'info' || entry.status === 503 || isBusy.test(text)) return true;
    if (isHeld.test(entry.message)) return true;
    const isNear = ({ at }: { at: number }) => Math.abs(at - entry.at) < givingUp;
    if (isGivenUp.test(text) && busy.some(isNear)) return true;
    if (isBehind.test(entry.message) && [...busy, ...held, ...overloads].some(isNear)) return true;
    if (cutShort.test(text) && isStopping(entry)) return true;
    const isPainful = hurts.some((hurt) => entry.at >= hurt - 1_000 && entry.at < hurt + painful);
    return (
      isPainful &&
      (laments.some((lament) => lament.test(entry.message)) ||
        isAway.test(text) ||
        isAwayBehindPooler.test(text))
    );
  };
  return log
    .filter((entry) => !isExpected(entry))
    .map(({ from, at, level, message, error, status, detail }) => {
      const text = [message, status, error, detail].filter((part) => part !== undefined).join(', ');
      const hurt = hurts.findLast((moment) => moment <= at);
      const since = hurt === undefined ? '' : `, ${((at - hurt) / 1000).toFixed(1)} s after the last fault`;
      return `Server ${from} says (${level}${since}): ${text}`;
    });
}

const stepsForward = (steps: readonly Step[]) =>
  steps.filter((step): step is Step & { from: Step['to'] } => step.from?.epoch === step.to.epoch);

const range = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** JSON with the fields of each object in one order: databases keep none. */
function inOneOrder(json: string): string {
  const sort = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sort);
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(([name, field]): [string, unknown] => [name, sort(field)]);
    return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return JSON.stringify(sort(JSON.parse(json)));
}

function repeated(names: readonly string[]): string[] {
  return [...Map.groupBy(names, (name) => name)].flatMap(([name, all]) => (all.length > 1 ? [name] : []));
}
