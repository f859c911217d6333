// Mails to the customer about a payment.
import type { Tx } from '#kernel/database/database.ts';
import { isCurrency } from '#lib/currencies.ts';
import { Decimal } from '#lib/decimal.ts';
import { formatUtcDateTime } from '#lib/format.ts';
import { formatAmount } from '#lib/format-money.ts';
import { roundToAmount } from '#lib/money.ts';
import {
  lateDays,
  type PaymentProblem,
  paymentProblemTexts,
} from '../../wire/payments.constants.ts';
import type { Payments } from '../context.ts';
import type { PaymentRow } from '../payments/payment-store.ts';
import { isApplied } from '../payments/plan-payment.ts';
import { computeRest, isRestTooSmall, isRestUncertain } from '../payments/rest-to-pay.ts';
import { mailOwner } from './owner-mail.ts';

type MailText = {
  kind: string;
  subject: string;
  lines: string[];
  link: string;
  isReceipt?: boolean;
};

/** An automatic top-up takes money without its owner, and late money is a surprise. */
const isExpected = ({ card_id, purpose, is_late }: PaymentRow): boolean =>
  !is_late && (card_id === null || purpose === 'subscription');

/** Never throws: received amounts may have more decimals than the currency. */
const formatReceived = (text: string | null, currency: string): string =>
  isCurrency(currency)
    ? formatAmount(roundToAmount(text ?? '0', currency))
    : `${new Decimal(text ?? '0').toFixed()} ${currency}`;

const formatReturned = ({ amount_refunded, currency }: PaymentRow) =>
  formatReceived(amount_refunded, currency);
const formatCredited = ({ credited_amount, currency }: PaymentRow) =>
  formatReceived(credited_amount, currency);

function completedText(payment: PaymentRow, applied: boolean): MailText {
  const kind = 'payments.completed';
  const link = 'Open payment and receipt';
  const isReceipt = isExpected(payment);
  if (applied) {
    const line = 'Your payment is complete, and your plan is paid with it.';
    return {
      kind,
      subject: `We received ${formatCredited(payment)} for your plan`,
      lines: [line],
      link,
      isReceipt,
    };
  }
  return {
    kind,
    subject: `${formatCredited(payment)} is in your wallet`,
    lines: [
      payment.is_late
        ? 'Your money arrived after the payment was closed. It has been credited.'
        : 'Your payment is complete and the money is in your wallet.',
      ...(payment.purpose === 'subscription'
        ? ['No plan was waiting for it, so nothing was charged.']
        : []),
    ],
    link,
    isReceipt,
  };
}

function shortText(payment: PaymentRow): MailText {
  const { pay_amount, pay_currency, actually_paid, is_late } = payment;
  const expected = pay_amount ?? actually_paid;
  const left = formatReceived(computeRest(payment).toFixed(), pay_currency);
  const canSendRest = !is_late && !isRestTooSmall(payment) && !isRestUncertain(payment);
  return {
    kind: 'payments.short',
    subject: is_late
      ? `${formatCredited(payment)} arrived late and is in your wallet`
      : `Your payment is short by ${left}`,
    lines: [
      `${formatReceived(actually_paid, pay_currency)} of ${formatReceived(expected, pay_currency)} arrived. ${formatCredited(payment)} is in your wallet already.`,
      restLine(payment, left),
    ],
    link: canSendRest ? 'Send the rest' : 'Open payment and receipt',
  };
}

function restLine(payment: PaymentRow, left: string): string {
  const { is_late, pay_address, pay_currency, rest_minimum, expires_at } = payment;
  const until = formatUtcDateTime(expires_at);
  if (is_late) return 'The payment was already closed. Start another one to add the rest.';
  if (isRestTooSmall(payment)) {
    const least = formatReceived(rest_minimum, pay_currency);
    return `${paymentProblemTexts.rest_too_small} Start a new payment of at least ${least}, or write to us.`;
  }
  if (isRestUncertain(payment))
    return 'We are asking the payment provider whether it accepts the rest. Do not send it before the payment page says so.';
  return pay_address
    ? `Send the remaining ${left} to the same address before ${until} to complete it.`
    : `Pay the remaining ${left} on the payment page before ${until} to complete it.`;
}

const expiredText = (payment: PaymentRow): MailText => ({
  kind: 'payments.expired',
  subject: `Your payment ended with ${formatCredited(payment)}`,
  lines: [
    `The time for this payment is over. ${formatCredited(payment)} of ${formatReceived(payment.amount, payment.currency)} arrived and is in your wallet.`,
    'Start another payment to add the rest. Do not send more to the old address.',
    `What you sent before is credited if it comes within ${lateDays} days.`,
  ],
  link: 'Open payment and receipt',
});

async function chooseText(tx: Tx, payment: PaymentRow): Promise<MailText | null> {
  const { status } = payment;
  if (payment.credited_amount === null) return null;
  if (status === 'completed') return completedText(payment, await isApplied(tx, payment));
  if (status === 'partially_paid') return shortText(payment);
  return status === 'expired' ? expiredText(payment) : null;
}

/** Sends one mail per status that involves money; none for the others. */
export async function mailCustomer(
  payments: Pick<Payments, 'kernel'>,
  tx: Tx,
  payment: PaymentRow,
): Promise<void> {
  const mailText = await chooseText(tx, payment);
  if (mailText) await sendMail(payments, tx, payment, mailText);
}

/** What is wrong with a payment, and what happens next. */
export const mailProblem = (
  payments: Pick<Payments, 'kernel'>,
  tx: Tx,
  payment: PaymentRow,
  problem: PaymentProblem,
): Promise<void> =>
  sendMail(
    payments,
    tx,
    payment,
    problem === 'rest_too_small'
      ? shortText(payment)
      : {
          kind: 'payments.problem',
          subject:
            problem === 'no_rate'
              ? `Your payment ${payment.internal_id} waits for an exchange rate`
              : `We are looking into your payment ${payment.internal_id}`,
          lines: [paymentProblemTexts[problem]],
          link: 'Open payment',
        },
  );

/** What happened to money that was credited before. */
export type MoneyReturn = 'refund' | 'chargeback' | 'reinstated';

const returnTexts: Record<MoneyReturn, (payment: PaymentRow, returned: string) => MailText> = {
  refund: ({ internal_id }, returned) => ({
    kind: 'payments.refunded',
    subject: `We refunded ${returned} of your payment`,
    lines: [
      `Of payment ${internal_id}, ${returned} went back the way it came, and left your wallet.`,
      'Banks take up to ten days to show it.',
    ],
    link: 'Open payment and receipt',
  }),
  chargeback: ({ internal_id }, returned) => ({
    kind: 'payments.charged_back',
    subject: `Your bank took back ${returned} of your payment`,
    lines: [
      `Your bank charged back ${returned} of payment ${internal_id}. It has left your wallet, which may be below zero now.`,
      'If you did not ask your bank for it, write to us: the payment can be reinstated.',
    ],
    link: 'Open payment and receipt',
  }),
  reinstated: ({ internal_id }) => ({
    kind: 'payments.reinstated',
    subject: 'Money of your payment is back in your wallet',
    lines: [
      `A refund or chargeback of payment ${internal_id} did not happen after all. The money is in your wallet again.`,
    ],
    link: 'Open payment and receipt',
  }),
};

/** Whoever owns the wallet learns of each movement. */
export const mailReturn = (
  payments: Pick<Payments, 'kernel'>,
  tx: Tx,
  payment: PaymentRow,
  kind: MoneyReturn,
): Promise<void> =>
  sendMail(payments, tx, payment, returnTexts[kind](payment, formatReturned(payment)));

const sendMail = (
  payments: Pick<Payments, 'kernel'>,
  tx: Tx,
  payment: PaymentRow,
  { link, ...mail }: MailText,
): Promise<void> =>
  mailOwner(payments, tx, payment.account_id, {
    ...mail,
    rows: [
      ['Payment', payment.internal_id],
      ['Requested', formatReceived(payment.amount, payment.currency)],
      ['Received', formatReceived(payment.actually_paid, payment.pay_currency)],
      ['Credited', formatCredited(payment)],
      ...(Number(payment.amount_refunded) > 0
        ? [['Returned', formatReturned(payment)] as const]
        : []),
      ...(payment.is_test ? [['Test', 'No money has moved.'] as const] : []),
    ],
    link: { label: link, path: `/dashboard/payments/${payment.id}` },
    reason: payment.card_id ? 'we charged your saved card' : 'you started a payment',
  });
