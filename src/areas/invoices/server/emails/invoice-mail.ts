import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { formatUtcDate } from '#lib/format.ts';
import { formatAmount } from '#lib/format-money.ts';
import { amountOf } from '#lib/money.ts';
import { invoiceKindLabels } from '../../wire/invoices.constants.ts';
import type { Invoices } from '../invoices-area.ts';
import type { InvoiceRow } from '../issue/invoice-store.ts';
import { findProfile } from '../profile/billing-profile-store.ts';

/** To the address of the billing profile, if its owner wants it. */
export async function sendInvoiceMail(
  { kernel }: Invoices,
  tx: Tx,
  { account_id, kind, number, issued_at, currency, gross, content }: InvoiceRow,
): Promise<void> {
  const profile = await findProfile(tx, account_id);
  if (!profile?.mails_invoices) return;
  const what = invoiceKindLabels[kind];
  const { credits, replaces, reason } = content;
  await kernel.mail.send(tx, {
    kind: 'invoices.issued',
    to: { address: profile.email, name: profile.name },
    subject: `${what} ${number}`,
    ...renderMail({
      siteName: site.name,
      preview: `${what} ${number}`,
      heading: `${what} ${number}`,
      body: [
        paragraph(
          kind === 'invoice'
            ? 'It has been paid from the balance of your account: there is nothing to transfer.'
            : 'Keep it with the invoice that it takes back.',
        ),
        facts([
          ['Date', formatUtcDate(issued_at)],
          ['Amount', formatAmount(amountOf(gross, currency))],
          ...(credits ? ([['Takes back', credits.number]] as [string, string][]) : []),
          ...(replaces ? ([['Replaces', replaces.number]] as [string, string][]) : []),
          ...(reason ? ([['Reason', reason]] as [string, string][]) : []),
        ]),
        linkButton(
          `Open the ${what.toLowerCase()}`,
          `${kernel.config.SITE_URL}/dashboard/invoices/${number}`,
        ),
      ],
      footer: 'You get this mail because of the billing profile of an account.',
    }),
  });
}
