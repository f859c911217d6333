import { findAccount } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { formatAmount } from '#lib/format-money.ts';
import { amountOf } from '#lib/money.ts';
import type { AdjustmentRow } from '../adjustments/adjustment-store.ts';
import type { Payments } from '../context.ts';

/** To the owner of the wallet that staff have changed. The reason is for staff. */
export async function mailAdjustment(
  { kernel }: Pick<Payments, 'kernel'>,
  tx: Tx,
  { account_id, amount: text, currency, direction }: AdjustmentRow,
): Promise<void> {
  const account = await findAccount(tx, account_id);
  if (!account || account.status === 'deleted') return;
  const amount = formatAmount(amountOf(text, currency));
  const isCredit = direction === 'credit';
  const subject = isCredit
    ? `${amount} was added to your wallet`
    : `${amount} was taken from your wallet`;
  const lines = [
    `Our staff corrected your balance: ${subject}. Two people decided it.`,
    'If you do not expect it, write to us.',
  ];
  await kernel.mail.send(tx, {
    kind: 'payments.adjusted',
    to: { address: account.email, name: `${account.first_name} ${account.last_name}`.trim() },
    subject,
    ...renderMail({
      siteName: site.name,
      preview: lines[0]!,
      heading: subject,
      body: [
        lines.map(paragraph),
        linkButton('See your wallet', `${kernel.config.SITE_URL}/dashboard/wallet`),
      ],
      footer: `You get this mail because you have a wallet at ${site.name}.`,
    }),
  });
}
