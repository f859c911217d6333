import type { Tx } from '#kernel/database/database.ts';
import { formatAmount } from '#lib/format-money.ts';
import { toAmount } from '#lib/money.ts';
import type { AdjustmentRow } from '../adjustments/adjustment-store.ts';
import type { Payments } from '../context.ts';
import { mailOwner } from './owner-mail.ts';

/** To the owner of the wallet that staff have changed. The reason is for staff. */
export function mailAdjustment(
  payments: Pick<Payments, 'kernel'>,
  tx: Tx,
  { account_id, amount: text, currency, direction }: AdjustmentRow,
): Promise<void> {
  const amount = formatAmount(toAmount(text, currency));
  const subject =
    direction === 'credit'
      ? `${amount} was added to your wallet`
      : `${amount} was taken from your wallet`;
  return mailOwner(payments, tx, account_id, {
    kind: 'payments.adjusted',
    subject,
    lines: [
      `Our staff corrected your balance: ${subject}. Two people decided it.`,
      'If you do not expect it, write to us.',
    ],
    link: { label: 'See your wallet', path: '/dashboard/wallet' },
    reason: 'you have a wallet',
  });
}
