import { mailStaff } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, paragraph } from '#kernel/mail/mail-content.ts';
import { toExactText } from '#lib/money.ts';
import type { Book } from '../clearing/movement-store.ts';
import type { Payments } from '../context.ts';

/** Mails finance and admins that money of a provider is unexplained. */
export async function sendClearingAlert(
  kernel: Payments['kernel'],
  tx: Tx,
  { provider }: Book,
  sums: readonly { currency: string; unexplained: string }[],
): Promise<void> {
  const subject = `Money of ${provider} is unexplained`;
  const preview = 'Our books and the balance of the provider differ.';
  const body = [
    paragraph(preview),
    facts(
      sums.map(({ currency, unexplained }) => [
        `Unexplained in ${currency}`,
        toExactText(unexplained, currency),
      ]),
    ),
    paragraph(`The differences are listed at ${kernel.config.SITE_URL}/admin/payments/clearing`),
  ];
  const mail = renderMail({ siteName: site.name, preview, heading: subject, body });
  await mailStaff(kernel, tx, 'finance', { kind: 'payments.clearing', subject, ...mail });
}
