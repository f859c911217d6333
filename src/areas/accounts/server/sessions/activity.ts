import type { Db } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import type { activityKinds } from '../../wire/sessions.constants.ts';
import type { ActivityWire } from '../../wire/sessions.ts';
import type { Accounts, Origin } from '../accounts.ts';
import { type ActivityRow, insertActivity } from './activity-store.ts';
import { describeBrowser } from './describe-browser.ts';

export type ActivityKind = (typeof activityKinds)[number];

/** Runs in the transaction of the event itself. */
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

export const serializeActivity = (row: ActivityRow): ActivityWire => ({
  id: row.id,
  kind: row.kind as ActivityKind,
  ...describeBrowser(row.user_agent),
  ip: row.ip,
  created_at: row.created_at.toISOString(),
});
