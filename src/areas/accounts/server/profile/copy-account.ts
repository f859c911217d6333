import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type AccountRow, findAccount, insertAccountAs, renameHolder } from '../account-store.ts';
import { accountRegistered } from '../accounts.ts';

/**
 * Makes the account what it is in another database, under the same id. True when it is new: it is
 * registered then. `isPlaceholder`: whether the row that is there was made for something else.
 */
export async function copyAccount(
  { events }: Pick<Kernel, 'events'>,
  tx: Tx,
  { avatar_key: _, ...account }: AccountRow,
  isPlaceholder: (found: AccountRow) => boolean,
): Promise<boolean> {
  const found = await findAccount(tx, account.id);
  await renameHolder(tx, account.email, account.id);
  await insertAccountAs(tx, account);
  const isNew = !found || isPlaceholder(found);
  const { id: accountId, email } = account;
  if (isNew) await events.publish(tx, accountRegistered, { accountId, email });
  return isNew;
}
