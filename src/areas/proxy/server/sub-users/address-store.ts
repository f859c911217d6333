// The addresses of sub-users.
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';

export type SubUserAddresses = { addresses: string[]; networksConfirmed: number };

/** Of each of these sub-users that has addresses. */
export async function listAddresses(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, SubUserAddresses>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; addresses: string[]; confirmed: bigint }>`
    select a.sub_user_id as id, array_agg(abbrev(a.range::inet) order by a.range) as addresses,
      (select count(*) from proxy_sub_user_network n where n.sub_user_id = a.sub_user_id)
        as confirmed
    from proxy_sub_user_address a where a.sub_user_id = any(${[...ids]}::uuid[])
    group by 1`.execute(db);
  return new Map(
    rows.map(({ id, addresses, confirmed }) => [
      id,
      { addresses, networksConfirmed: Number(confirmed) },
    ]),
  );
}

/** Serializes changes of addresses, so that `findTakenRange` stays true until the commit. */
export async function lockAddresses(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('proxy_sub_user_address'))`.execute(tx);
}

/** One of these ranges that overlaps with a range of another active sub-user. */
export async function findUsedRange(
  tx: Tx,
  subUserId: string,
  ranges: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ range: string }>`
    select abbrev(w.range::cidr::inet) as range from unnest(${[...ranges]}::text[]) as w (range)
    where exists (
      select from proxy_sub_user_address a
      where a.is_active and a.sub_user_id <> ${subUserId} and a.range && w.range::cidr
    ) limit 1`.execute(tx);
  return rows[0]?.range;
}

/** Networks outside the ranges have to be confirmed again. */
export async function saveAddresses(
  tx: Tx,
  subUserId: string,
  { ranges, isActive }: { ranges: readonly string[]; isActive: boolean },
): Promise<void> {
  const list = [...ranges];
  await sql`delete from proxy_sub_user_address where sub_user_id = ${subUserId}`.execute(tx);
  await sql`
    insert into proxy_sub_user_address (sub_user_id, range, is_active)
    select ${subUserId}, w.range::cidr, ${isActive}
    from unnest(${list}::text[]) as w (range)`.execute(tx);
  await sql`
    delete from proxy_sub_user_network n where n.sub_user_id = ${subUserId} and not exists (
      select from unnest(${list}::text[]) as w (range) where w.range::cidr && n.network
    )`.execute(tx);
}

/** Clients have to log in with the password again. */
export async function clearNetworks(tx: Tx, subUserId: string): Promise<void> {
  await tx.deleteFrom('proxy_sub_user_network').where('sub_user_id', '=', subUserId).execute();
}
