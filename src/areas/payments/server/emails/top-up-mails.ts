// Mails to the customer about automatic top-up.
import type { Tx } from '#kernel/database/database.ts';
import { formatAmount } from '#lib/format-money.ts';
import { type Amount, toDecimalText } from '#lib/money.ts';
import type { Payments } from '../context.ts';
import { mailAboutCards } from './card-mails.ts';

type Kernel = Pick<Payments, 'kernel'>;

export const mailCeilingReached = (
  payments: Kernel,
  tx: Tx,
  accountId: number,
  ceiling: Amount,
): Promise<void> =>
  mailAboutCards(payments, tx, accountId, {
    kind: 'payments.top_up_ceiling',
    subject: `Automatic top-up has reached its ceiling of ${formatAmount(ceiling)}`,
    lines: [
      'Your balance is below the threshold, and another top-up would pass the ceiling that you set for a month. Nothing more is charged until the month is over.',
      'Add money yourself, or raise the ceiling.',
    ],
    label: 'See your payment methods',
  });

type Pause = { amount: Amount; card: string; declineCode: string | null };

export const mailTopUpPaused = (
  payments: Kernel,
  tx: Tx,
  accountId: number,
  { amount, card, declineCode }: Pause,
): Promise<void> => {
  const what = formatAmount(amount);
  const pause = 'Automatic top-up is paused until you save another card, or its settings again.';
  if (declineCode === 'authentication_required')
    return mailAboutCards(payments, tx, accountId, {
      kind: 'payments.top_up_paused',
      subject: `Confirm the top-up of ${what}`,
      lines: [
        `Your bank wants you to confirm the payment by ${card}. Pay on the page of the link.`,
        pause,
      ],
      label: 'Confirm and pay',
      path: `/dashboard/wallet/add?amount=${toDecimalText(amount)}&currency=${amount.currency}`,
    });
  return mailAboutCards(payments, tx, accountId, {
    kind: 'payments.top_up_paused',
    subject: `Your balance could not be topped up by ${what}`,
    lines: [`${card} was declined.`, pause],
    label: 'See your payment methods',
  });
};
