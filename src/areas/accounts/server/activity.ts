import type { Db } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import type { ActivityWire, activityKinds } from '../contract.ts';
import type { Accounts, Origin } from './accounts.ts';
import { describeBrowser } from './browsers.ts';
import { type ActivityRow, insertActivity } from './session-store.ts';

export type ActivityKind = (typeof activityKinds)[number];

/** In the transaction of what happened. */
export async function logActivity(
  { clock }: Accounts,
  tx: Db,
  { accountId, kind, origin }: { accountId: number; kind: ActivityKind; origin: Origin },
): Promise<void> {
  const now = clock.now();
  await insertActivity(tx, {
    id: createId(now),
    account_id: accountId,
    kind,
    ip: origin.ip,
    user_agent: origin.userAgent,
    created_at: now,
  });
}

export const activityToWire = (row: ActivityRow): ActivityWire => ({
  id: row.id,
  kind: row.kind as ActivityKind,
  ...describeBrowser(row.user_agent),
  ip: row.ip,
  created_at: row.created_at.toISOString(),
});
