import { findAccount } from '#areas/accounts/server/index.ts';
import type { RevenueEntry } from '#areas/ledger/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { formatUtcDate } from '#lib/format.ts';
import { formatAmount } from '#lib/format-money.ts';
import type { Invoices } from '../invoices-area.ts';

/** Once for each charge whose invoice waits for the customer's country. */
export async function sendCountryMail(
  { kernel }: Invoices,
  tx: Tx,
  { accountId, amount, createdAt, description }: RevenueEntry,
): Promise<void> {
  if (amount.minor <= 0n) return;
  const account = await findAccount(tx, accountId);
  if (!account || account.status === 'deleted') return;
  const subject = 'Your invoice waits for your country';
  await kernel.mail.send(tx, {
    kind: 'invoices.country_missing',
    to: { address: account.email, name: `${account.first_name} ${account.last_name}`.trim() },
    subject,
    ...renderMail({
      siteName: site.name,
      preview: subject,
      heading: subject,
      body: [
        paragraph(
          'We charged your balance, and can not write the invoice: which tax it contains depends on the country that you are billed in, and we do not know it. The price stays the same.',
        ),
        facts([
          ['Charged for', description],
          ['Date', formatUtcDate(createdAt)],
          ['Amount', formatAmount(amount)],
        ]),
        paragraph(
          'Enter your country, and as a company your VAT number. The invoice follows within a minute. Until then you can not change to another paid plan or save a card.',
        ),
        linkButton('Enter your country', `${kernel.config.SITE_URL}/dashboard/billing-profile`),
      ],
      footer: 'You get this mail because your account was charged.',
    }),
  });
}
