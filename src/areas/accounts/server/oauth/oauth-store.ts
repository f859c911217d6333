// Clients, codes, grants and tokens of OAuth.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { OauthClient, OauthCode, OauthGrant, OauthToken } from '#kernel/database/schema.d.ts';
import type { Work } from '#kernel/database/work.ts';
import { readPage } from '#kernel/http/responses/pages.ts';
import { dayMs } from '#lib/durations.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { Scope } from '#lib/scopes.ts';

export type ClientRow = Selectable<OauthClient>;
export type CodeRow = Selectable<OauthCode> & { scopes: Scope[] };
export type GrantRow = Selectable<OauthGrant> & { scopes: Scope[] };
export type ListedGrantRow = GrantRow & { disabled_at: Date | null };
export type TokenRow = Selectable<OauthToken>;

export const insertClient = (db: Db, client: Insertable<OauthClient>) =>
  db.insertInto('oauth_client').values(client).execute();

export const findClient = (db: Db, id: string): Promise<ClientRow | undefined> =>
  db.selectFrom('oauth_client').selectAll().where('id', '=', id).executeTakeFirst();

/** Says that it is used. What a document describes is kept as it says now. */
export const saveClient = (
  db: Db,
  client: Pick<ClientRow, 'id' | 'name' | 'uri' | 'redirect_uris' | 'document_url'>,
  now: Date,
) =>
  db
    .insertInto('oauth_client')
    .values({ ...client, created_at: now, last_used_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...client, last_used_at: now }))
    .execute();

export const touchClient = (db: Db, id: string, now: Date) =>
  db.updateTable('oauth_client').set({ last_used_at: now }).where('id', '=', id).execute();

export const insertCode = (db: Db, code: Insertable<OauthCode>) =>
  db.insertInto('oauth_code').values(code).execute();

export const lockCode = (tx: Tx, hash: Buffer): Promise<CodeRow | undefined> =>
  tx
    .selectFrom('oauth_code')
    .selectAll()
    .where('code_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst() as Promise<CodeRow | undefined>;

export const markCodeUsed = (tx: Tx, hash: Buffer, grantId: string) =>
  tx.updateTable('oauth_code').set({ grant_id: grantId }).where('code_hash', '=', hash).execute();

export const insertGrant = (db: Db, grant: Insertable<OauthGrant>) =>
  db.insertInto('oauth_grant').values(grant).execute();

/** Without grants that have ended. */
const liveGrants = (db: Db, accountId: number, now: Date) =>
  db
    .selectFrom('oauth_grant')
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);

export async function listGrants(db: Db, accountId: number, now: Date, page: PageRequest) {
  const query = liveGrants(db, accountId, now);
  const sorted = query
    .innerJoin('oauth_client', 'oauth_client.id', 'oauth_grant.client_id')
    .selectAll('oauth_grant')
    .select('oauth_client.disabled_at')
    .orderBy('oauth_grant.last_used_at', 'desc')
    .orderBy('oauth_grant.id', 'desc')
    .$castTo<ListedGrantRow>();
  return readPage(db, sorted, page);
}

/** Locks it until the transaction ends, so that a token is refreshed once at a time. */
export const lockGrant = (tx: Tx, id: string): Promise<GrantRow | undefined> =>
  tx
    .selectFrom('oauth_grant')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as Promise<GrantRow | undefined>;

export const touchGrant = (db: Db, id: string, change: { now: Date; expiresAt?: Date }) =>
  db
    .updateTable('oauth_grant')
    .set({
      last_used_at: change.now,
      ...(change.expiresAt && { expires_at: change.expiresAt }),
    })
    .where('id', '=', id)
    .execute();

/** Ends one live grant of an account, or all of them. Returns those that were live. */
export async function revokeGrants(
  db: Db,
  accountId: number,
  now: Date,
  only?: string,
): Promise<string[]> {
  let query = db
    .updateTable('oauth_grant')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);
  if (only !== undefined) query = query.where('id', '=', only);
  return (await query.returning('id').execute()).map(({ id }) => id);
}

/** Keeps the `countMax` most recently used ones. */
export async function endOldestGrants(
  db: Db,
  accountId: number,
  now: Date,
  countMax: number,
): Promise<void> {
  const oldest = liveGrants(db, accountId, now)
    .select('id')
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .offset(countMax);
  await db.updateTable('oauth_grant').set({ revoked_at: now }).where('id', 'in', oldest).execute();
}

export const insertTokens = (db: Db, tokens: Insertable<OauthToken>[]) =>
  db.insertInto('oauth_token').values(tokens).execute();

export const findToken = (db: Db, hash: Buffer): Promise<TokenRow | undefined> =>
  db.selectFrom('oauth_token').selectAll().where('token_hash', '=', hash).executeTakeFirst();

export const markTokenUsed = (db: Db, hash: Buffer, now: Date) =>
  db.updateTable('oauth_token').set({ used_at: now }).where('token_hash', '=', hash).execute();

export type CheckedGrant = {
  id: string;
  account_id: number;
  client_id: string;
  scopes: Scope[];
  may_change: boolean;
  last_used_at: Date;
  status: string;
  token_expires_at: Date;
};

// Runs on the calls of apps: one round trip for token, grant, app and account.
const checkSql = `
  select g.id, g.account_id, g.client_id, g.scopes, g.may_change, g.last_used_at, a.status,
    t.expires_at as token_expires_at
  from oauth_token t join oauth_grant g on g.id = t.grant_id join account a on a.id = g.account_id
    join oauth_client c on c.id = g.client_id
  where t.token_hash = $1 and t.kind = 'access' and t.expires_at > $2 and g.revoked_at is null
    and a.status <> 'deleted' and c.disabled_at is null`;

export async function checkToken(
  work: Pick<Work, 'query'>,
  hash: Buffer,
  now: Date,
): Promise<CheckedGrant | undefined> {
  const [found] = await work.query<CheckedGrant>(checkSql, [hash, now]);
  return found;
}

/**
 * Clients that nobody connected are kept for a week, unless staff have disabled them, as are used
 * refresh tokens: an older one is refused like an unknown one. Ended grants are kept for 30 days.
 */
export async function purgeOauth(db: Db, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  await db.deleteFrom('oauth_code').where('expires_at', '<', ago(1)).execute();
  await db.deleteFrom('oauth_token').where('expires_at', '<', ago(1)).execute();
  await db.deleteFrom('oauth_token').where('used_at', '<', ago(7)).execute();
  await db.deleteFrom('oauth_grant').where('expires_at', '<', ago(30)).execute();
  await db.deleteFrom('oauth_grant').where('revoked_at', '<', ago(30)).execute();
  await db
    .deleteFrom('oauth_client')
    .where('last_used_at', '<', ago(7))
    .where('disabled_at', 'is', null)
    .where((eb) =>
      eb.and(
        (['oauth_grant', 'oauth_code'] as const).map((table) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom(table)
                .select(sql`1`.as('one'))
                .whereRef(`${table}.client_id`, '=', 'oauth_client.id'),
            ),
          ),
        ),
      ),
    )
    .execute();
}
