// Withdrawals and cards of an account that is deleted or erased.
import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { sealedColumn } from '#kernel/sealing/sealed-values.ts';
import { withdrawalOpen } from '#lib/wire/account-errors.ts';
import { removeAllCards } from '../cards/remove-card.ts';
import type { Payments } from '../context.ts';
import { countOpen, deleteDestinations, sealedDestinations } from './withdrawal-store.ts';

/** Throws `withdrawal_open`. Ended ones lose their destination, providers delete the cards. */
export const deleteAccountData =
  (payments: Payments) =>
  async (tx: Tx, { accountId }: { accountId: number }): Promise<void> => {
    if ((await countOpen(tx, accountId, null)) > 0) throw apiError(withdrawalOpen);
    await deleteDestinations(tx, accountId);
    await removeAllCards(payments, tx, accountId);
  };

export function registerSealed({ kernel, destinationSealer }: Payments): void {
  kernel.sealed.add(
    sealedColumn(kernel.work, {
      name: 'destinations of withdrawals',
      sealer: destinationSealer,
      ...sealedDestinations,
    }),
  );
}
