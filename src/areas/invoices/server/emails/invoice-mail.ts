import { findAccount } from '#areas/accounts/server/index.ts';
import { describeOptOut, wantsReceipts } from '#areas/payments/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { formatUtcDate } from '#lib/format.ts';
import { formatAmount } from '#lib/format-money.ts';
import { toAmount } from '#lib/money.ts';
import { invoiceKindLabels } from '../../wire/invoices.constants.ts';
import type { Invoices } from '../invoices-area.ts';
import type { InvoiceRow } from '../issue/invoice-store.ts';
import { findProfile } from '../profile/billing-profile-store.ts';

/** An account may switch receipts off; a credit note is always sent. */
export async function sendInvoiceMail(
  { kernel }: Invoices,
  tx: Tx,
  { account_id, kind, number, issued_at, currency, gross, content }: InvoiceRow,
): Promise<void> {
  const isReceipt = kind === 'invoice';
  if (isReceipt && !(await wantsReceipts(tx, account_id))) return;
  const to = await findRecipient(tx, account_id);
  if (!to) return;
  const what = invoiceKindLabels[kind];
  const { credits, replaces, reason } = content;
  await kernel.mail.send(tx, {
    kind: 'invoices.issued',
    to,
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
          ['Amount', formatAmount(toAmount(gross, currency))],
          ...(credits ? ([['Takes back', credits.number]] as [string, string][]) : []),
          ...(replaces ? ([['Replaces', replaces.number]] as [string, string][]) : []),
          ...(reason ? ([['Reason', reason]] as [string, string][]) : []),
        ]),
        linkButton(
          `Open the ${what.toLowerCase()}`,
          `${kernel.config.SITE_URL}/dashboard/invoices/${number}`,
        ),
      ],
      footer: `You get this mail because money of an account at ${site.name} moved.${isReceipt ? ` ${describeOptOut(kernel)}` : ''}`,
    }),
  });
}

/** Null for an account that is deleted. */
async function findRecipient(tx: Tx, accountId: number) {
  const profile = await findProfile(tx, accountId);
  if (profile?.mails_invoices) return { address: profile.email, name: profile.name };
  const account = await findAccount(tx, accountId);
  if (!account || account.status === 'deleted') return null;
  return { address: account.email, name: `${account.first_name} ${account.last_name}`.trim() };
}
