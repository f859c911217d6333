// Apps and their connections, for staff.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import { containing } from '#kernel/database/like-pattern.ts';
import { readPage } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { isUuid } from '#lib/uuid.ts';
import type { appStates, connectionStates } from '../../wire/apps.constants.ts';
import type { ClientRow, GrantRow } from './oauth-store.ts';

export type AppFilter = {
  search?: string | undefined;
  state?: (typeof appStates)[number] | undefined;
};
export type RegisteredAppRow = ClientRow & { connections: number };
export type AppConnectionRow = GrantRow & { email: string };
type ConnectionState = (typeof connectionStates)[number];

const isLive = (now: Date): Expression<SqlBool> =>
  sql<SqlBool>`oauth_grant.revoked_at is null and oauth_grant.expires_at > ${now}`;

const withConnections = (db: Db, now: Date) =>
  db
    .selectFrom('oauth_client')
    .selectAll()
    .select(
      sql<number>`(
        select count(*)::int from oauth_grant where client_id = oauth_client.id and ${isLive(now)}
      )`.as('connections'),
    );

/** The latest used first. */
export async function listRegisteredApps(
  db: Db,
  now: Date,
  { search = '', state }: AppFilter,
  page: PageRequest,
) {
  let query = withConnections(db, now);
  if (state) query = query.where('disabled_at', state === 'disabled' ? 'is not' : 'is', null);
  const words = search.trim();
  if (isUuid(words)) query = query.where('id', '=', words);
  else if (words !== '')
    query = query.where(
      sql<SqlBool>`concat_ws(' ', name, uri, document_url, array_to_string(redirect_uris, ' '))
        ilike ${containing(words)}`,
    );
  const sorted = query.orderBy('last_used_at', 'desc').orderBy('id', 'desc');
  return readPage(db, sorted, page);
}

export const findRegisteredApp = (
  db: Db,
  id: string,
  now: Date,
): Promise<RegisteredAppRow | undefined> =>
  withConnections(db, now).where('id', '=', id).executeTakeFirst();

/** The latest used first. */
export async function listAppConnections(
  db: Db,
  { id, state, now }: { id: string; state: ConnectionState | undefined; now: Date },
  page: PageRequest,
) {
  let query = db.selectFrom('oauth_grant').where('client_id', '=', id);
  if (state === 'live') query = query.where(isLive(now));
  if (state === 'ended') query = query.where(({ not }) => not(isLive(now)));
  const sorted = query
    .innerJoin('account', 'account.id', 'oauth_grant.account_id')
    .selectAll('oauth_grant')
    .select('account.email')
    .orderBy('oauth_grant.last_used_at', 'desc')
    .orderBy('oauth_grant.id', 'desc')
    .$castTo<AppConnectionRow>();
  return readPage(db, sorted, page);
}

/** `at` null enables it again. */
export const setDisabled = (
  tx: Tx,
  id: string,
  { at, reason }: { at: Date | null; reason: string },
) =>
  tx
    .updateTable('oauth_client')
    .set({ disabled_at: at, disabled_reason: reason })
    .where('id', '=', id)
    .execute();

export const lockClient = (tx: Tx, id: string): Promise<ClientRow | undefined> =>
  tx
    .selectFrom('oauth_client')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
