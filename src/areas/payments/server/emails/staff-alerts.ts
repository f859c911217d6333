import { createElement, Fragment } from 'react';
import { mailStaff } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { facts, paragraph, renderMail } from '#kernel/mail/layout.ts';
import { formatAmount } from '#lib/format-money.ts';
import { amountOf } from '#lib/money.ts';
import { paymentStatusLabels } from '../../payment-status.ts';
import { noteAlert, type PaymentRow } from '../payment-store.ts';
import type { Payments } from '../payments.ts';

/** Tells finance and admins what happened to a payment; of one thing once a day. */
export async function alertStaff(
  { kernel }: Pick<Payments, 'kernel'>,
  tx: Tx,
  payment: PaymentRow,
  words: string,
): Promise<void> {
  // Noted with the mails: what rolls back has told nobody, and is told when it happens again.
  if (!(await noteAlert(tx, { paymentId: payment.id, words, now: kernel.clock.now() }))) return;
  const subject = `Payment ${payment.internal_id} needs a look`;
  const body = createElement(
    Fragment,
    null,
    paragraph(words),
    facts([
      ['Payment', payment.internal_id],
      ['Amount', formatAmount(amountOf(payment.amount, payment.currency))],
      ['Provider', payment.provider],
      ['Provider’s number', payment.provider_payment_id ?? 'none'],
      ['Status', paymentStatusLabels[payment.status]],
    ]),
  );
  const mail = await renderMail({ siteName: site.name, preview: words, heading: subject, body });
  await mailStaff(kernel, tx, 'finance', { kind: 'payments.alert', subject, ...mail });
}
