// Money that arrived and is not credited, or that can't be completed in the way it was begun. It is
// staff's work at once: they are alerted, and the customer is mailed what happens next.
import type { Tx } from '#kernel/database/database.ts';
import { isCurrency } from '#lib/currencies.ts';
import { Decimal } from '#lib/decimal.ts';
import { dayMs } from '#lib/durations.ts';
import type { PaymentProblem } from '../../wire/payments.constants.ts';
import type { Payments } from '../context.ts';
import { mailProblem } from '../emails/payment-mails.ts';
import { alertStaff } from '../emails/staff-alerts.ts';
import { type PaymentRow, updatePayment } from '../payments/payment-store.ts';
import { isRestTooSmall } from '../payments/rest-to-pay.ts';
import type { ProviderSnapshot, ProviderTransfer } from '../providers/provider.ts';
import { listTransfers, type TransferRow } from './settlement-store.ts';

/** Confirmations take hours at most. */
const unsettledMsMax = dayMs;

type Arrivals = { snapshot: ProviderSnapshot; lacksRate: boolean; now: Date };

/** Transfers without a credit whose money did not go back. */
function listOpen({ transfers, reversals }: ProviderSnapshot, rows: readonly TransferRow[]) {
  const returned = new Set(reversals.map(({ transferId }) => transferId));
  const uncredited = new Set(
    rows.filter((row) => row.journal_id === null).map((row) => row.provider_transfer_id),
  );
  return transfers.filter(({ id }) => uncredited.has(id) && !returned.has(id));
}

function findProblem(
  payment: PaymentRow,
  { snapshot, lacksRate, now }: Arrivals,
  open: readonly ProviderTransfer[],
): PaymentProblem | null {
  const isStuck = ({ isSettled, isStuck, at }: ProviderTransfer) =>
    !isSettled && (isStuck || now.getTime() - at.getTime() > unsettledMsMax);
  if (open.some(({ currency, isSettled }) => isSettled && !isCurrency(currency)))
    return 'unknown_currency';
  if (snapshot.hasUnknownStatus) return 'unknown_status';
  if (open.some(isStuck)) return 'not_settled';
  if (lacksRate) return 'no_rate';
  return isRestTooSmall(payment) ? 'rest_too_small' : null;
}

const alertTexts: Record<PaymentProblem, string> = {
  not_settled:
    'Money arrived, but the provider did not settle it: its payment failed, expired or stopped. Ask the provider to recover or refund it, and complete the payment by hand if the money is ours. The customer waits for your message.',
  unknown_currency:
    'Money arrived in an unknown currency and is not credited. Ask the provider what it is worth, then complete the payment by hand or have the money returned. The customer waits for your message.',
  unknown_status:
    'The provider reports a status that we do not know. Look at the payment there, and complete it by hand if its money arrived. The customer waits for your message.',
  no_rate:
    'Money arrived, and the provider has no rate for it. It is credited once there is one; if there is none within a day, complete the payment by hand.',
  rest_too_small:
    'The payment is short by less than the provider accepts, so the customer can not send the rest. Either they start a new payment, or you complete this one by hand.',
};

/** `payment` is locked and has its new status; `isMailed` if its customer got a mail about it. */
export async function recordProblem(
  payments: Payments,
  tx: Tx,
  payment: PaymentRow,
  { isMailed, ...arrivals }: Arrivals & { isMailed: boolean },
): Promise<void> {
  const rows = await listTransfers(tx, payment.id);
  const open = listOpen(arrivals.snapshot, rows);
  // Staff who have completed a payment by hand know about its other money.
  const isManual = rows.some(({ provider }) => provider === 'manual');
  const problem = isManual ? null : findProblem(payment, arrivals, open);
  if (problem === payment.problem) return;
  const row = await updatePayment(tx, payment.id, { problem });
  if (problem === null) return;
  const amounts = open.map(
    ({ amount, currency }) => `${new Decimal(amount).toFixed()} ${currency}`,
  );
  const arrived = amounts.length > 0 ? [`Not credited: ${amounts.join(', ')}.`] : [];
  await alertStaff(payments, tx, row, [alertTexts[problem], ...arrived].join(' '));
  if (problem !== 'rest_too_small' || !isMailed) await mailProblem(payments, tx, row, problem);
}
