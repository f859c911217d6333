// Payments for a plan. Billing charges for the plan when the money is there, on the payment's behalf.
import { hasCharge } from '#areas/ledger/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { PaymentRow } from './payment-store.ts';

type PlanPayment = Pick<PaymentRow, 'id' | 'purpose' | 'subscription_id' | 'credited_amount'>;

/** Whether the plan was charged for when the money came. Else all of it is in the wallet. */
export const isApplied = async (
  db: Db,
  { id, purpose, subscription_id, credited_amount }: PlanPayment,
): Promise<boolean> =>
  purpose === 'subscription' &&
  subscription_id !== null &&
  credited_amount !== null &&
  hasCharge(db, subscription_id, `payment:${id}`);

/** The tariff that it was made for, as whoever asked for it wrote down; null where nobody did. */
export function tariffOf({ purpose, metadata }: Pick<PaymentRow, 'purpose' | 'metadata'>) {
  const { tariff } = metadata as Record<string, unknown>;
  return purpose === 'subscription' && typeof tariff === 'string' ? tariff : null;
}
