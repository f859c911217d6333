// Encrypted columns of this area, for sealing them again after the secret was replaced.
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { SealedColumn, SealedRow } from '#kernel/sealing/sealed-values.ts';
import { hashAge, isNewestOfUser } from './import-store.ts';

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

export async function saveResealedLogins(
  tx: Tx,
  rows: readonly (SealedRow & { hashes: readonly Buffer[] })[],
): Promise<void> {
  await sql`
    update proxy p set credentials = g.sealed,
      user_hash = case when ${hashAge} > 1 and ${isNewestOfUser} then g.user_hash else p.user_hash end
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ sealed }) => sealed)}::bytea[],
      ${rows.map(({ hashes }) => hashes[0])}::bytea[],
      ${rows.map(({ hashes }) => Buffer.concat(hashes))}::bytea[]
    ) as g (id, sealed, user_hash, hashes) where g.id = p.id`.execute(tx);
}

export async function saveResealedSecrets(tx: Tx, rows: readonly SealedRow[]): Promise<void> {
  await sql`
    update proxy_source s set secrets = g.sealed from unnest(
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ sealed }) => sealed)}::bytea[]
    ) as g (id, sealed) where g.id = s.id`.execute(tx);
}

/** Every proxy without a login has the same user: the one with the empty name. */
const withoutLogin = (hashes: readonly Buffer[]) => sql`
  proxy p cross join (select ${Buffer.concat(hashes)}::bytea as hashes) g
  where p.credentials is null and ${isNewestOfUser}`;

/**
 * Proxies without a login, by whether their hash is the current one, an older one, or neither. The
 * hash of one that imports recognize by another row is not needed.
 */
export async function countHashesWithoutLogin(db: Db, hashes: readonly Buffer[]) {
  const { rows } = await sql<{ current: number; older: number; lost: number }>`
    select count(*) filter (where ${hashAge} = 1)::int as current,
      count(*) filter (where ${hashAge} > 1)::int as older,
      count(*) filter (where ${hashAge} is null)::int as lost
    from ${withoutLogin(hashes)}`.execute(db);
  return rows[0]!;
}

/** Up to `limit` of them. */
export async function updateHashesWithoutLogin(
  tx: Tx,
  hashes: readonly Buffer[],
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update proxy set user_hash = ${hashes[0]} where id in (
      select p.id from ${withoutLogin(hashes)} and ${hashAge} > 1
      limit ${limit} for no key update of p skip locked)`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
