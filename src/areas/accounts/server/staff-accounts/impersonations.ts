import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { isUuid } from '#lib/uuid.ts';
import type { Accounts, Origin } from '../accounts.ts';
import { insertSession } from '../sessions/session-store.ts';
import {
  endImpersonation as closeImpersonation,
  findImpersonation,
  type ImpersonationRow,
  impersonationMs,
  insertImpersonation,
} from './impersonation-store.ts';

/** Creates a read-only session of 30 minutes for the account. */
export async function startImpersonation(
  accounts: Accounts,
  tx: Tx,
  input: { staffId: number; accountId: number; reason: string; origin: Origin },
) {
  const { staffId, accountId, reason, origin } = input;
  const now = accounts.clock.now();
  const id = createId(now);
  const sessionId = createId(now);
  const expiresAt = new Date(now.getTime() + impersonationMs);
  await insertSession(tx, {
    id: sessionId,
    account_id: accountId,
    impersonated_by: staffId,
    ip: origin.ip,
    user_agent: origin.userAgent,
    created_at: now,
    last_used_at: now,
    expires_at: expiresAt,
  });
  await insertImpersonation(tx, {
    id,
    staff_id: staffId,
    account_id: accountId,
    session_id: sessionId,
    reason,
    created_at: now,
    expires_at: expiresAt,
  });
  return { id, expiresAt, access: accounts.tokens.signAccess({ accountId, sessionId }) };
}

/** Idempotent. Throws not_found for an impersonation of other staff, unless `mayAny`. */
export async function endImpersonation(
  { clock, sessionCache }: Accounts,
  tx: Tx,
  id: string,
  { staffId, mayAny }: { staffId: number; mayAny: boolean },
): Promise<ImpersonationRow> {
  const found = isUuid(id) ? await findImpersonation(tx, id) : undefined;
  if (!found || !(mayAny || found.staff_id === staffId)) throw apiError(commonErrors.notFound);
  await closeImpersonation(tx, found, clock.now());
  await sessionCache.invalidate(tx, found.account_id);
  return found;
}
