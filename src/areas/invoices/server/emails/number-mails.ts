// Mails about a VAT number that VIES turned out not to know.
import { findAccount } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { linkButton, type MailBody, paragraph } from '#kernel/mail/mail-content.ts';
import { formatCount } from '#lib/format.ts';
import { formatAmount } from '#lib/format-money.ts';
import { toAmount } from '#lib/money.ts';
import type { Invoices } from '../invoices-area.ts';
import type { InvoiceRow } from '../issue/invoice-store.ts';

type Replaced = { old: InvoiceRow; row: InvoiceRow };

const describe = ({ old, row }: Replaced): string =>
  `${row.number} replaces ${old.number}: of ${formatAmount(toAmount(row.gross, row.currency))}, ${formatAmount(toAmount(row.tax, row.currency))} are tax.`;

export async function sendNumberUnknownMail(
  { kernel }: Invoices,
  tx: Tx,
  number: { accountId: number; taxNumber: string; replaced: readonly Replaced[] },
): Promise<void> {
  const { accountId, taxNumber, replaced } = number;
  const account = await findAccount(tx, accountId);
  if (!account || account.status === 'deleted') return;
  const subject = `The VAT number ${taxNumber} is not confirmed`;
  const invoices: MailBody[] =
    replaced.length === 0
      ? []
      : [
          paragraph(
            'Until it answered, invoices relied on the number. They are now replaced, with the tax that applies without it. What you have paid stays the same.',
          ),
          ...replaced.map((one) => paragraph(describe(one))),
        ];
  await kernel.mail.send(tx, {
    kind: 'invoices.number_unknown',
    to: { address: account.email, name: `${account.first_name} ${account.last_name}`.trim() },
    subject,
    ...renderMail({
      siteName: site.name,
      preview: subject,
      heading: subject,
      body: [
        paragraph(
          'VIES, the register of VAT numbers of the EU, does not know it. Invoices are made out without it, and contain VAT where it is due.',
        ),
        ...invoices,
        paragraph(
          'If the number is wrong, correct it, and reply by a ticket if an invoice should be made out again. A new number may take some days until VIES has it.',
        ),
        linkButton('Check your VAT number', `${kernel.config.SITE_URL}/dashboard/billing-profile`),
      ],
      footer: 'You get this mail because of the billing profile of your account.',
    }),
  });
}

export function writeNumberAlert(
  { kernel }: Invoices,
  taxNumber: string,
  replaced: readonly Replaced[],
) {
  const subject = `VIES does not know ${taxNumber}: ${formatCount(replaced.length, 'invoice')} replaced`;
  const links = replaced.map(({ row }) =>
    linkButton(row.number, `${kernel.config.SITE_URL}/admin/invoices/${row.number}`),
  );
  const body = [
    paragraph('They were issued with reverse charge while VIES was away.'),
    ...replaced.map((one) => paragraph(describe(one))),
    ...links,
  ];
  const mail = renderMail({ siteName: site.name, preview: subject, heading: subject, body });
  return { kind: 'invoices.number_alert', subject, ...mail };
}
