// The distinct addresses that a proxy was banned for.
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import { candidateStatus, servesResource } from '../selection/candidate-store.ts';

export type BanRecord = { resourceId: string; proxyId: string; urlHash: Buffer };

/** Stores the address and returns how many distinct ones there are since `since`. */
export async function saveBan(
  tx: Tx,
  { resourceId, proxyId, urlHash }: BanRecord,
  { now, since }: { now: Date; since: Date },
): Promise<number> {
  await tx
    .insertInto('proxy_ban')
    .values({ resource_id: resourceId, proxy_id: proxyId, url_hash: urlHash, seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(['resource_id', 'proxy_id', 'url_hash']).doUpdateSet({ seen_at: now }),
    )
    .execute();
  const { count } = await tx
    .selectFrom('proxy_ban')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('resource_id', '=', resourceId)
    .where('proxy_id', '=', proxyId)
    .where('seen_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deleteBans(tx: Tx, resourceId: string, proxyId: string): Promise<void> {
  await tx
    .deleteFrom('proxy_ban')
    .where('resource_id', '=', resourceId)
    .where('proxy_id', '=', proxyId)
    .execute();
}

export async function deleteBansBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('proxy_ban').where('seen_at', '<', before).execute();
}

export async function hasOtherAvailable(
  tx: Tx,
  resourceId: string,
  proxyId: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from proxy_resource r join proxy p on ${servesResource}
    left join proxy_health x on x.resource_id = r.id and x.proxy_id = p.id
    where r.id = ${resourceId} and p.id <> ${proxyId} and ${candidateStatus(now)} = 'available'
    limit 1`.execute(tx);
  return rows.length > 0;
}
