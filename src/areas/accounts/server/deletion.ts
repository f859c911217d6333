import type { Tx } from '#kernel/database/database.ts';
import type { Actor } from '#kernel/ports.ts';
import { type AccountRow, findById, updateAccount } from './account-store.ts';
import { type Accounts, accountDeleted, type Origin } from './accounts.ts';
import { logActivity } from './activity.ts';
import { readAsker, type Visitor } from './askers.ts';
import { sendDeletedMail } from './emails/account-mails.ts';
import { deleteDevices, revokeSessions } from './session-store.ts';
import { refusalOf, sendCode, tryCode } from './sign-in-codes.ts';

const purpose = 'delete_account';

export async function requestDeletion(
  accounts: Accounts,
  tx: Tx,
  actor: Actor,
  visitor: Visitor,
): Promise<void> {
  const { email } = (await findById(tx, actor.accountId))!;
  const asker = await readAsker(tx, visitor, { email, actor });
  await sendCode(accounts, tx, { email, purpose, sourceUrl: '', visitor, asker });
}

/**
 * Clears the person's data at once. The address stays taken for 30 days, then it is freed. Opens
 * its unit itself: a wrong code is counted, and refused after that.
 */
export async function deleteAccount(
  accounts: Accounts,
  actor: Actor,
  { otp, visitor }: { otp: string; visitor: Visitor },
): Promise<void> {
  const { verdict, avatarKey } = await accounts.work.write(async (tx) => {
    const account = (await findById(tx, actor.accountId))!;
    const { email } = account;
    const asker = await readAsker(tx, visitor, { email, actor });
    const verdict = await tryCode(accounts, tx, { email, purpose, otp, asker });
    if (verdict.kind !== 'right') return { verdict, avatarKey: null };
    await clearAccount(accounts, tx, account, visitor);
    return { verdict, avatarKey: account.avatar_key };
  });
  if (verdict.kind !== 'right') throw refusalOf(verdict);
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
