import type { Insertable, Selectable } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import type {
  NetworkName,
  SocialAuthorizationsTable,
  SocialConnectionsTable,
} from '#db/tables/social-media.ts';
import type { TemplateItem } from './template.schema.ts';

export type Connection = Selectable<SocialConnectionsTable>;
export type Authorization = Selectable<SocialAuthorizationsTable>;

/** For how many milliseconds a login may take. */
const loginMs = 15 * 60_000;

const connectionColumns = [
  'organization_id',
  'network',
  'credentials',
  'expires_at',
  'broken_at',
  'account_id',
  'account_name',
  'account_handle',
  'account_picture',
  'account_link',
  'page_id',
  'page_name',
  'connected_at',
  'checked_at',
  'warned_at',
] as const;

/** Returns an organization's accounts at the networks. */
export const findConnections = (db: Db, organizationId: string): Promise<Connection[]> =>
  db
    .selectFrom('social_connections')
    .select(connectionColumns)
    .where('organization_id', '=', organizationId)
    .execute();

export const findConnection = (
  db: Db,
  organizationId: string,
  network: NetworkName,
): Promise<Connection | undefined> =>
  db
    .selectFrom('social_connections')
    .select(connectionColumns)
    .where('organization_id', '=', organizationId)
    .where('network', '=', network)
    .executeTakeFirst();

/**
 * Stores an account in place of the one that was there. The chosen page stays where the account is the same.
 */
export async function saveConnection(
  trx: Trx,
  connection: Omit<
    Insertable<SocialConnectionsTable>,
    'page_id' | 'page_name' | 'broken_at' | 'checked_at' | 'warned_at'
  >,
): Promise<void> {
  await trx
    .insertInto('social_connections')
    .values(connection)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'network']).doUpdateSet((eb) => {
        const isSame = eb('social_connections.account_id', '=', eb.ref('excluded.account_id'));
        const kept = (column: 'page_id' | 'page_name') =>
          eb
            .case()
            .when(isSame)
            .then(eb.ref(`social_connections.${column}`))
            .else(null)
            .end();
        return {
          credentials: eb.ref('excluded.credentials'),
          expires_at: eb.ref('excluded.expires_at'),
          broken_at: null,
          checked_at: null,
          warned_at: null,
          account_id: eb.ref('excluded.account_id'),
          account_name: eb.ref('excluded.account_name'),
          account_handle: eb.ref('excluded.account_handle'),
          account_picture: eb.ref('excluded.account_picture'),
          account_link: eb.ref('excluded.account_link'),
          page_id: kept('page_id'),
          page_name: kept('page_name'),
          connected_at: eb.ref('excluded.connected_at'),
        };
      }),
    )
    .execute();
}

/** The columns by which a row is still the same: whoever connects anew replaces the credentials. */
const keyOf = ({ organization_id, network, credentials }: Connection) => ({
  organization_id,
  network,
  credentials,
});

/** Deletes a connection unless its credentials were replaced meanwhile. Returns whether it did. */
export async function deleteConnection(trx: Trx, connection: Connection): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('social_connections')
    .where((eb) => eb.and(keyOf(connection)))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Notes that the network rejects the credentials, unless they were replaced meanwhile. */
export async function markBroken(trx: Trx, connection: Connection, at: Date): Promise<void> {
  await trx
    .updateTable('social_connections')
    .set({ broken_at: at })
    .where((eb) => eb.and(keyOf(connection)))
    .where('broken_at', 'is', null)
    .execute();
}

/** Seals the credentials by another key, unless they were replaced meanwhile. */
export async function replaceCredentials(trx: Trx, connection: Connection, sealed: string): Promise<void> {
  await trx
    .updateTable('social_connections')
    .set({ credentials: sealed })
    .where((eb) => eb.and(keyOf(connection)))
    .execute();
}

/** Chooses the page that posts appear on. Resolves to false where the connection is gone or was replaced. */
export async function updatePage(
  trx: Trx,
  { organization_id, network, account_id }: Connection,
  page: { id: string; name: string } | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('social_connections')
    .set({ page_id: page?.id ?? null, page_name: page?.name ?? null })
    .where('organization_id', '=', organization_id)
    .where('network', '=', network)
    .where('account_id', '=', account_id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Begins a login, in place of one that the session has begun there before. */
export async function saveAuthorization(
  trx: Trx,
  authorization: Insertable<SocialAuthorizationsTable>,
): Promise<void> {
  await trx
    .insertInto('social_authorizations')
    .values(authorization)
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'network']).doUpdateSet((eb) => ({
        state_hash: eb.ref('excluded.state_hash'),
        return_to: eb.ref('excluded.return_to'),
        sealed: eb.ref('excluded.sealed'),
        is_granted: eb.ref('excluded.is_granted'),
        created_at: eb.ref('excluded.created_at'),
      })),
    )
    .execute();
}

/**
 * Ends the login that the session has begun and returns it: whoever calls first has it, once. Undefined where there is
 * none, or its time is over.
 */
export async function takeAuthorization(
  trx: Trx,
  { sessionId, network, now }: { sessionId: string; network: NetworkName; now: Date },
): Promise<Authorization | undefined> {
  const taken = await trx
    .deleteFrom('social_authorizations')
    .where('session_id', '=', sessionId)
    .where('network', '=', network)
    .returning(['session_id', 'network', 'state_hash', 'return_to', 'sealed', 'is_granted', 'created_at'])
    .executeTakeFirst();
  return taken && taken.created_at.getTime() > now.getTime() - loginMs ? taken : undefined;
}

/** Returns the template that an organization has saved for a network; undefined where it has not. */
export async function findTemplate(
  db: Db,
  organizationId: string,
  network: NetworkName,
): Promise<TemplateItem[] | undefined> {
  const row = await db
    .selectFrom('social_templates')
    .select('items')
    .where('organization_id', '=', organizationId)
    .where('network', '=', network)
    .executeTakeFirst();
  return row?.items;
}

/** Saves a template in place of the one that was there. */
export async function saveTemplate(
  trx: Trx,
  {
    organizationId,
    network,
    items,
  }: { organizationId: string; network: NetworkName; items: readonly TemplateItem[] },
): Promise<void> {
  await trx
    .insertInto('social_templates')
    .values({ organization_id: organizationId, network, items: JSON.stringify(items) })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'network'])
        .doUpdateSet((eb) => ({ items: eb.ref('excluded.items') })),
    )
    .execute();
}
