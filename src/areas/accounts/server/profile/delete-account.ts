import type { Tx } from '#kernel/database/database.ts';
import type { Actor } from '#kernel/ports.ts';
import { type AccountRow, findAccount, updateAccount } from '../account-store.ts';
import { type Accounts, accountDeleted, type Origin } from '../accounts.ts';
import { sendDeletedMail } from '../emails/account-mails.ts';
import { revokeGrants } from '../oauth/oauth-store.ts';
import { logActivity } from '../sessions/activity.ts';
import { deleteDevices } from '../sessions/device-store.ts';
import { revokeSessions } from '../sessions/session-store.ts';
import { type ClientInfo, identifySource } from '../sign-in/request-source.ts';
import { checkCode, sendCode, toApiError } from '../sign-in/sign-in-codes.ts';

const purpose = 'delete_account';

export async function requestDeletion(
  accounts: Accounts,
  tx: Tx,
  actor: Actor,
  client: ClientInfo,
): Promise<void> {
  const { email } = (await findAccount(tx, actor.accountId))!;
  const source = await identifySource(tx, client, { email, actor });
  await sendCode(accounts, tx, { email, purpose, sourceUrl: '', client, source });
}

/**
 * Deletes the personal data immediately; the address stays reserved for 30 days. Opens its own unit
 * of work: the count of a wrong code must be committed before the error is thrown.
 */
export async function deleteAccount(
  accounts: Accounts,
  actor: Actor,
  { otp, client }: { otp: string; client: ClientInfo },
): Promise<void> {
  const { result, avatarKey } = await accounts.work.write(async (tx) => {
    const account = (await findAccount(tx, actor.accountId))!;
    const { email } = account;
    const source = await identifySource(tx, client, { email, actor });
    const result = await checkCode(accounts, tx, { email, purpose, otp, source });
    if (result.kind !== 'valid') return { result, avatarKey: null };
    await clearAccount(accounts, tx, account, client);
    return { result, avatarKey: account.avatar_key };
  });
  if (result.kind !== 'valid') throw toApiError(result);
  if (avatarKey) await accounts.storage.remove(avatarKey);
}

/** Deletes the account's personal data; payments and the ledger keep its id. */
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
  await revokeGrants(tx, account.id, now);
  await accounts.grantCache.invalidate(tx, account.id);
  await accounts.sessionCache.invalidate(tx, account.id);
  await deleteDevices(tx, account.id);
  await logActivity(accounts, tx, { accountId: account.id, kind: 'account_deleted', origin });
  await accounts.events.publish(tx, accountDeleted, { accountId: account.id });
  await sendDeletedMail(accounts, tx, { account, at: now });
}
