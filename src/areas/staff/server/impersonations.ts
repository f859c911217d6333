import {
  endImpersonation as endOne,
  findAccountToChange,
  impersonate,
  listImpersonations as listAll,
} from '#areas/accounts/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { hasRole } from '#kernel/http/guard.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { type ImpersonationWire, notImpersonable } from '../contract.ts';
import type { By } from './change-users.ts';
import type { Staff } from './staff.ts';

type Origin = Parameters<typeof impersonate>[2]['origin'];

export async function beginImpersonation(
  { accounts }: Staff,
  tx: Tx,
  { actor, audit }: By,
  input: { user: number; reason: string; origin: Origin },
) {
  const { user: id, reason, origin } = input;
  const account = await findAccountToChange(tx, id);
  // Whoever looked at a colleague's console would see what their own role does not show.
  if (account.status === 'deleted' || account.roles.length > 0) throw apiError(notImpersonable);
  const staffId = actor.accountId;
  const begun = await impersonate(accounts, tx, { staffId, accountId: id, reason, origin });
  const expires_at = begun.expiresAt.toISOString();
  await audit.note(tx, { type: 'user', id, after: { impersonation: begun.id, expires_at } });
  return { id: begun.id, access: begun.access, expires_at, user: { id, email: account.email } };
}

export async function endImpersonation(
  { accounts }: Staff,
  tx: Tx,
  { actor, audit }: By,
  id: string,
): Promise<void> {
  const of = { staffId: actor.accountId, mayAny: hasRole(actor, 'admin') };
  const ended = await endOne(accounts, tx, id, of);
  await audit.note(tx, { type: 'user', id: ended.account_id, after: { impersonation: 'ended' } });
}

export async function listImpersonations(db: Db, page: PageRequest) {
  const { rows, total } = await listAll(db, page);
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
  return { results, total };
}
