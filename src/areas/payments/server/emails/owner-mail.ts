// A mail to the owner of a wallet.
import { findAccount } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import type { Payments } from '../context.ts';
import { describeOptOut, wantsReceipts } from './receipts.ts';

export type OwnerMail = {
  kind: string;
  subject: string;
  lines: string[];
  /** Names and values, below the lines. */
  rows?: Parameters<typeof facts>[0];
  link: { label: string; path: string };
  /** Why they get it: "You get this mail because ...". */
  reason: string;
  /** Not sent where the account has switched these off. */
  isReceipt?: boolean;
};

/** Sends nothing for a deleted account. */
export async function mailOwner(
  { kernel }: Pick<Payments, 'kernel'>,
  tx: Tx,
  accountId: number,
  { kind, subject, lines, rows, link, reason, isReceipt = false }: OwnerMail,
): Promise<void> {
  const account = await findAccount(tx, accountId);
  if (!account || account.status === 'deleted') return;
  if (isReceipt && !(await wantsReceipts(tx, accountId))) return;
  const optOut = isReceipt ? ` ${describeOptOut(kernel)}` : '';
  await kernel.mail.send(tx, {
    kind,
    to: { address: account.email, name: `${account.first_name} ${account.last_name}`.trim() },
    subject,
    ...renderMail({
      siteName: site.name,
      preview: lines[0]!,
      heading: subject,
      body: [
        lines.map(paragraph),
        ...(rows ? [facts(rows)] : []),
        linkButton(link.label, `${kernel.config.SITE_URL}${link.path}`),
      ],
      footer: `You get this mail because ${reason} at ${site.name}.${optOut}`,
    }),
  });
}
