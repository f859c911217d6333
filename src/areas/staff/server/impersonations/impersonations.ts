import {
  endImpersonation as endAccountImpersonation,
  listImpersonations as listImpersonationRows,
  lockAccount,
  type Origin,
  startImpersonation as startAccountImpersonation,
} from '#areas/accounts/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { hasRole } from '#kernel/http/guard.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { type ImpersonationWire, notImpersonable } from '../../wire/impersonations.ts';
import type { Staff } from '../staff.ts';
import type { ChangeContext } from '../users/change-users.ts';

export async function startImpersonation(
  { accounts }: Staff,
  tx: Tx,
  { actor, audit }: ChangeContext,
  input: { user: number; reason: string; origin: Origin },
) {
  const { user: id, reason, origin } = input;
  const account = await lockAccount(tx, id);
  // Impersonating staff would show what the actor's own role may not see.
  if (account.status === 'deleted' || account.roles.length > 0) throw apiError(notImpersonable);
  const staffId = actor.accountId;
  const impersonation = { staffId, accountId: id, reason, origin };
  const started = await startAccountImpersonation(accounts, tx, impersonation);
  const expires_at = started.expiresAt.toISOString();
  await audit.record(tx, { type: 'user', id, after: { impersonation: started.id, expires_at } });
  const user = { id, email: account.email };
  return { id: started.id, access: started.access, expires_at, user };
}

export async function endImpersonation(
  { accounts }: Staff,
  tx: Tx,
  { actor, audit }: ChangeContext,
  id: string,
): Promise<void> {
  const scope = { staffId: actor.accountId, mayAny: hasRole(actor, 'admin') };
  const ended = await endAccountImpersonation(accounts, tx, id, scope);
  await audit.record(tx, { type: 'user', id: ended.account_id, after: { impersonation: 'ended' } });
}

export async function listImpersonations(db: Db, page: PageRequest) {
  const { rows, total } = await listImpersonationRows(db, page);
  const results = rows.map(
    (row): ImpersonationWire => ({
      id: row.id,
      staff: { id: row.staff_id, email: row.staff_email },
      user: { id: row.account_id, email: row.person_email },
      reason: row.reason,
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
    }),
  );
  return { rows: results, total };
}
