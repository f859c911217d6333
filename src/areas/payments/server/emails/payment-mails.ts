// What a customer is told of a payment while away from its page.
import { createElement, Fragment } from 'react';
import { findAccount } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { facts, linkButton, paragraph, renderMail } from '#kernel/mail/layout.ts';
import { isCurrency } from '#lib/currencies.ts';
import { Decimal } from '#lib/decimal.ts';
import { formatAmount } from '#lib/format-money.ts';
import { roundToAmount } from '#lib/money.ts';
import type { PaymentRow } from '../payment-store.ts';
import type { Payments } from '../payments.ts';
import { isApplied } from '../plan-payment.ts';

type Words = { kind: string; subject: string; lines: string[]; link: string };

/** Never throws: what arrived may be finer than we know its currency, and is credited anyway. */
const moneyOf = (text: string | null, currency: string): string =>
  isCurrency(currency)
    ? formatAmount(roundToAmount(text ?? '0', currency))
    : `${new Decimal(text ?? '0').toFixed()} ${currency}`;

const creditedOf = ({ credited_amount, currency }: PaymentRow) =>
  moneyOf(credited_amount, currency);

function completedWords(payment: PaymentRow, applied: boolean): Words {
  const kind = 'payments.completed';
  const link = 'Open payment and receipt';
  if (applied) {
    const line = 'Your payment is complete, and your plan is paid with it.';
    return {
      kind,
      subject: `We received ${creditedOf(payment)} for your plan`,
      lines: [line],
      link,
    };
  }
  return {
    kind,
    subject: `${creditedOf(payment)} is in your wallet`,
    lines: [
      payment.is_late
        ? 'Your money came after the payment was closed. It is credited all the same.'
        : 'Your payment is complete and its money is in your wallet.',
      ...(payment.purpose === 'subscription'
        ? ['No plan was waiting for it any more, so nothing was charged.']
        : []),
    ],
    link,
  };
}

function shortWords(payment: PaymentRow): Words {
  const { pay_amount, pay_address, pay_currency, actually_paid, expires_at, is_late } = payment;
  const wanted = pay_amount ?? actually_paid;
  const left = moneyOf(new Decimal(wanted).minus(actually_paid).toFixed(), pay_currency);
  const until = `${expires_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    kind: 'payments.short',
    subject: is_late
      ? `${creditedOf(payment)} arrived late and is in your wallet`
      : `Your payment is short by ${left}`,
    lines: [
      `${moneyOf(actually_paid, pay_currency)} of ${moneyOf(wanted, pay_currency)} arrived. ${creditedOf(payment)} is in your wallet already.`,
      is_late
        ? 'The payment was closed before. Start another one if you want to add the rest.'
        : pay_address
          ? `Send the remaining ${left} to the same address before ${until} to complete it.`
          : `Pay the remaining ${left} on the payment page before ${until} to complete it.`,
    ],
    link: is_late ? 'Open payment and receipt' : 'Send the rest',
  };
}

const expiredWords = (payment: PaymentRow): Words => ({
  kind: 'payments.expired',
  subject: `Your payment ended with ${creditedOf(payment)}`,
  lines: [
    `The time for this payment is over. ${creditedOf(payment)} of ${moneyOf(payment.amount, payment.currency)} arrived and is in your wallet.`,
    'Start another payment if you want to add the rest. Send nothing more to the old address.',
  ],
  link: 'Open payment and receipt',
});

async function wordsOf(tx: Tx, payment: PaymentRow): Promise<Words | null> {
  const { status } = payment;
  if (payment.credited_amount === null) return null;
  if (status === 'completed') return completedWords(payment, await isApplied(tx, payment));
  if (status === 'partially_paid') return shortWords(payment);
  return status === 'expired' ? expiredWords(payment) : null;
}

/** Once for each status that says something of money; nothing for the others. */
export async function mailCustomer(
  { kernel }: Pick<Payments, 'kernel'>,
  tx: Tx,
  payment: PaymentRow,
): Promise<void> {
  const words = await wordsOf(tx, payment);
  const account = words && (await findAccount(tx, payment.account_id));
  if (!account || account.status === 'deleted') return;
  const { kind, subject, lines, link } = words;
  const body = createElement(
    Fragment,
    null,
    lines.map(paragraph),
    facts([
      ['Payment', payment.internal_id],
      ['Asked for', moneyOf(payment.amount, payment.currency)],
      ['Received', moneyOf(payment.actually_paid, payment.pay_currency)],
      ['Credited', creditedOf(payment)],
      ...(payment.is_test ? [['Test', 'No money has moved.'] as const] : []),
    ]),
    linkButton(link, `${kernel.config.SITE_URL}/dashboard/payments/${payment.id}`),
  );
  const mail = await renderMail({
    siteName: site.name,
    preview: lines[0]!,
    heading: subject,
    body,
    footer: `You get this mail because you started a payment at ${site.name}.`,
  });
  const name = `${account.first_name} ${account.last_name}`.trim();
  await kernel.mail.send(tx, { kind, to: { address: account.email, name }, subject, ...mail });
}
