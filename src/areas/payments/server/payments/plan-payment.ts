// Payments for a plan. Billing charges for the plan as soon as the money arrives.
import { hasCharge } from '#areas/ledger/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { PaymentRow } from './payment-store.ts';

type PlanPayment = Pick<PaymentRow, 'id' | 'purpose' | 'subscription_id' | 'credited_amount'>;

/** Whether the plan was charged when the money arrived; otherwise it is all in the wallet. */
export const isApplied = async (
  db: Db,
  { id, purpose, subscription_id, credited_amount }: PlanPayment,
): Promise<boolean> =>
  purpose === 'subscription' &&
  subscription_id !== null &&
  credited_amount !== null &&
  hasCharge(db, subscription_id, `payment:${id}`);

/** The tariff that the payment was created for, from its metadata; null if unknown. */
export function readTariff({ purpose, metadata }: Pick<PaymentRow, 'purpose' | 'metadata'>) {
  const { tariff } = metadata as Record<string, unknown>;
  return purpose === 'subscription' && typeof tariff === 'string' ? tariff : null;
}
