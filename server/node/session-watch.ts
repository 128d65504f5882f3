import type { Deps } from '#server/context.ts';
import { findSessionsInForce } from '#server/events/events.queries.ts';
import type { Session } from '#server/ports.ts';

/** Milliseconds over which notifications are collected into one check. */
const lookAfter = 200;

/** Milliseconds after which every session is checked, notified or not. */
const lookEvery = 15_000;

/**
 * Watches the sessions behind connections, and hands over each connection whose session ended. Whatever ends a
 * session notifies its user. One query checks all users that were notified meanwhile, however many they are.
 */
export function watchSessions<Connection>(
  { db, ports }: Pick<Deps, 'db' | 'ports'>,
  onEnded: (connection: Connection) => void,
) {
  const users = new Map<string, { connections: Map<Connection, Session>; stopListening: () => void }>();
  const notified = new Set<string>();
  let pending: NodeJS.Timeout | undefined;

  const lookSoon = (userId: string) => {
    notified.add(userId);
    pending ??= setTimeout(() => {
      pending = undefined;
      const userIds = [...notified];
      notified.clear();
      void look(userIds);
    }, lookAfter);
  };

  async function look(userIds: Iterable<string>) {
    const watched = [...userIds].flatMap((userId) => [...(users.get(userId)?.connections ?? [])]);
    if (watched.length === 0) return;
    try {
      const ids = [...new Set(watched.map(([, session]) => session.id))];
      const inForce = await findSessionsInForce(db, ids, ports.clock.now());
      for (const [connection, session] of watched) if (!inForce.has(session.id)) onEnded(connection);
    } catch (error) {
      ports.log.warn({ err: error }, 'sessions of connections could not be checked');
    }
  }

  const regular = setInterval(() => void look(users.keys()), lookEvery);

  return {
    /** How many connections of a user are watched. */
    countOf: (userId: string) => users.get(userId)?.connections.size ?? 0,
    /** Watches a connection; returns a function that stops watching. */
    add(session: Session, connection: Connection): () => void {
      const { userId } = session;
      const user = users.get(userId) ?? {
        connections: new Map<Connection, Session>(),
        stopListening: ports.events.listen(userId, () => lookSoon(userId)),
      };
      users.set(userId, user);
      user.connections.set(connection, session);
      // It may have ended between being read and being watched.
      lookSoon(userId);
      return () => {
        user.connections.delete(connection);
        if (user.connections.size > 0 || users.get(userId) !== user) return;
        user.stopListening();
        users.delete(userId);
      };
    },
    stop() {
      clearInterval(regular);
      clearTimeout(pending);
      for (const { stopListening } of users.values()) stopListening();
      users.clear();
    },
  };
}
