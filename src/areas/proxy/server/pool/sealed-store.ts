// Encrypted columns of this area, for sealing them again after the secret was replaced.
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { SealedColumn, SealedRow } from '#kernel/sealing/sealed-values.ts';

type Page = Parameters<SealedColumn['listOthers']>[1];

const locked = sql`for no key update skip locked`;

async function listRows(
  db: Db,
  [table, column]: readonly [table: 'proxy' | 'proxy_source', column: 'credentials' | 'secrets'],
  { prefix, after, limit }: Page,
  lock = sql``,
): Promise<SealedRow[]> {
  const sealed = sql.ref(column);
  const { rows } = await sql<SealedRow>`
    select id, ${sealed} as sealed from ${sql.table(table)}
    where substring(${sealed} from 1 for ${prefix.length}::int) <> ${prefix}::bytea
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit} ${lock}`.execute(db);
  return rows;
}

const logins = ['proxy', 'credentials'] as const;
const secrets = ['proxy_source', 'secrets'] as const;

export const listOtherLogins = (db: Db, page: Page) => listRows(db, logins, page);
export const lockOtherLogins = (tx: Tx, page: Page) => listRows(tx, logins, page, locked);
export const listOtherSecrets = (db: Db, page: Page) => listRows(db, secrets, page);
export const lockOtherSecrets = (tx: Tx, page: Page) => listRows(tx, secrets, page, locked);

export async function countLogins(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(credentials)::int as count from proxy`.execute(db);
  return rows[0]!.count;
}

export async function countSecrets(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from proxy_source`.execute(db);
  return rows[0]!.count;
}

/** Keeps the hash of the user where a proxy with the new one exists. */
export async function saveResealedLogins(
  tx: Tx,
  rows: readonly (SealedRow & { userHash: Buffer })[],
): Promise<void> {
  await sql`
    update proxy p set credentials = g.sealed,
      user_hash = case when exists (select from proxy other
        where other.resource_id is not distinct from p.resource_id
          and (other.protocol, other.host, other.port) = (p.protocol, p.host, p.port)
          and other.user_hash = g.user_hash) then p.user_hash else g.user_hash end
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ sealed }) => sealed)}::bytea[],
      ${rows.map(({ userHash }) => userHash)}::bytea[]
    ) as g (id, sealed, user_hash) where g.id = p.id`.execute(tx);
}

export async function saveResealedSecrets(tx: Tx, rows: readonly SealedRow[]): Promise<void> {
  await sql`
    update proxy_source s set secrets = g.sealed from unnest(
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ sealed }) => sealed)}::bytea[]
    ) as g (id, sealed) where g.id = s.id`.execute(tx);
}

type UserHashes = { current: Buffer; before: readonly Buffer[] };

/** Proxies without a login, by whether their hash is the current one, an older one, or neither. */
export async function countHashesWithoutLogin(db: Db, { current, before }: UserHashes) {
  const { rows } = await sql<{ current: number; older: number; lost: number }>`
    select count(*) filter (where user_hash = ${current})::int as current,
      count(*) filter (where user_hash = any(${[...before]}::bytea[]))::int as older,
      count(*) filter (where user_hash <> all(${[current, ...before]}::bytea[]))::int as lost
    from proxy where credentials is null`.execute(db);
  return rows[0]!;
}

/** Up to `limit` of them; leaves one where a proxy with the new hash exists. */
export async function updateHashesWithoutLogin(
  tx: Tx,
  { current, before }: UserHashes,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update proxy p set user_hash = ${current} where p.id in (
      select one.id from proxy one
      where one.credentials is null and one.user_hash = any(${[...before]}::bytea[])
        and not exists (select from proxy other
          where other.resource_id is not distinct from one.resource_id
            and (other.protocol, other.host, other.port) = (one.protocol, one.host, one.port)
            and other.user_hash = ${current})
      limit ${limit} for no key update skip locked)`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
