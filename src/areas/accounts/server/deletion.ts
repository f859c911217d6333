import type { Tx } from '#server/database/database.ts';
import type { Actor } from '#server/ports.ts';
import { type AccountRow, findById, updateAccount } from './account-store.ts';
import { type Accounts, accountDeleted, type Origin } from './accounts.ts';
import { logActivity } from './activity.ts';
import { sendDeletedMail } from './emails/account-mails.ts';
import { deleteDevices, revokeSessions } from './session-store.ts';
import { refuseUnlessRight, sendCode, tryCode } from './sign-in-codes.ts';

export async function requestDeletion(
  accounts: Accounts,
  actor: Actor,
  origin: Origin,
): Promise<void> {
  const account = await findById(accounts.database.write, actor.accountId);
  const purpose = 'delete_account' as const;
  await sendCode(accounts, { email: account!.email, purpose, sourceUrl: '', origin });
}

/** Clears the person's data at once. The address stays taken for 30 days, then it is freed. */
export async function deleteAccount(
  accounts: Accounts,
  actor: Actor,
  { otp, origin }: { otp: string; origin: Origin },
): Promise<void> {
  const { verdict, avatarKey } = await accounts.database.transaction(async (tx) => {
    const account = (await findById(tx, actor.accountId))!;
    const attempt = { email: account.email, purpose: 'delete_account' as const, otp, device: '' };
    const verdict = await tryCode(accounts, tx, attempt);
    if (verdict.kind !== 'right') return { verdict, avatarKey: null };
    await clearAccount(accounts, tx, account, origin);
    return { verdict, avatarKey: account.avatar_key };
  });
  refuseUnlessRight(verdict);
  if (avatarKey) await accounts.storage.remove(avatarKey);
}

/** Ends the account and forgets the person; what belongs to the books stays under its number. */
export async function clearAccount(
  accounts: Accounts,
  tx: Tx,
  account: AccountRow,
  origin: Origin,
): Promise<void> {
  const now = accounts.clock.now();
  await updateAccount(tx, account.id, {
    status: 'deleted',
    deleted_at: now,
    first_name: '',
    last_name: '',
    company: '',
    position: '',
    phone: '',
    avatar_key: null,
    suspended_reason: '',
  });
  await revokeSessions(tx, account.id, now);
  await deleteDevices(tx, account.id);
  await logActivity(accounts, tx, { accountId: account.id, kind: 'account_deleted', origin });
  await accounts.events.publish(tx, accountDeleted, { accountId: account.id });
  await sendDeletedMail(accounts, tx, { account, at: now });
}
