import type { Tx } from '#kernel/database/database.ts';
import type { UsageMetric } from '#lib/endpoint.ts';

/** False if this percentage of this quota was already notified in this period. */
export async function claimAlert(
  tx: Tx,
  alert: {
    accountId: number;
    metric: UsageMetric;
    startsAt: Date;
    percent: number;
    quota: number;
    now: Date;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('usage_alert')
    .values({
      account_id: alert.accountId,
      metric: alert.metric,
      starts_at: alert.startsAt,
      percent: alert.percent,
      quota: String(alert.quota),
      created_at: alert.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
