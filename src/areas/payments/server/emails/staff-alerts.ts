import { mailStaff } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, paragraph } from '#kernel/mail/mail-content.ts';
import { formatAmount } from '#lib/format-money.ts';
import { toAmount } from '#lib/money.ts';
import { paymentStatusLabels } from '../../wire/payments.constants.ts';
import type { Payments } from '../context.ts';
import { type PaymentRow, recordAlert } from '../payments/payment-store.ts';

/** Alerts finance and admins about a payment, once a day per subject. */
export async function alertStaff(
  { kernel }: Pick<Payments, 'kernel'>,
  tx: Tx,
  payment: PaymentRow,
  message: string,
): Promise<void> {
  // Recorded together with the mails: after a rollback the alert is sent again next time.
  if (!(await recordAlert(tx, { paymentId: payment.id, message, now: kernel.clock.now() }))) return;
  const subject = `Payment ${payment.internal_id} needs attention`;
  const body = [
    paragraph(message),
    facts([
      ['Payment', payment.internal_id],
      ['Amount', formatAmount(toAmount(payment.amount, payment.currency))],
      ['Provider', payment.provider],
      ['Provider’s payment id', payment.provider_payment_id ?? 'none'],
      ['Status', paymentStatusLabels[payment.status]],
    ]),
  ];
  const mail = renderMail({ siteName: site.name, preview: message, heading: subject, body });
  await mailStaff(kernel, tx, 'finance', { kind: 'payments.alert', subject, ...mail });
}
