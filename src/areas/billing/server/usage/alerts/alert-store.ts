import type { Tx } from '#kernel/database/database.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';

/** A quota, the account's cap, or a budget of a chain of keys. */
export type AlertSubject =
  | UsageMetric
  | 'spending_cap'
  | `key_overage:${string}`
  | `key_requests:${string}`;

/** False if this percentage of this limit was already notified in this period. */
export async function claimAlert(
  tx: Tx,
  alert: {
    accountId: number;
    subject: AlertSubject;
    startsAt: Date;
    percent: number;
    /** The limit: another one is notified again. */
    of: string;
    now: Date;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('usage_alert')
    .values({
      account_id: alert.accountId,
      metric: alert.subject,
      starts_at: alert.startsAt,
      percent: alert.percent,
      quota: alert.of,
      created_at: alert.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
