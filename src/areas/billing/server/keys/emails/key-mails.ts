import { findAccount } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { formatUtcDateTime } from '#lib/format.ts';
import type { WarningDays } from '../key-expiry.ts';
import type { KeyRow } from '../key-store.ts';

const leadTimes: Record<WarningDays, string> = { 7: 'in less than 7 days', 1: 'within a day' };

export async function sendExpiryMail(
  { config, mail }: Kernel,
  tx: Tx,
  { key, expiresAt, days }: { key: KeyRow; expiresAt: Date; days: WarningDays },
): Promise<void> {
  const account = await findAccount(tx, key.account_id);
  if (!account || account.status === 'deleted') return;
  const subject = `Your API key "${key.name}" expires ${leadTimes[days]}`;
  const preview = 'Calls with it will then be refused. Rotate it to avoid an interruption.';
  const body = [
    paragraph('After that, calls with this key fail with 401 api_key_expired.'),
    facts([
      ['Key', key.name],
      ['Preview', key.key_preview],
      ['Expires', formatUtcDateTime(expiresAt)],
    ]),
    paragraph(
      'Rotate the key to get a new one while the old one keeps working for up to 7 days, or extend its expiry.',
    ),
    linkButton('Open your keys', `${config.SITE_URL}/dashboard/keys`),
  ];
  await mail.send(tx, {
    kind: 'billing.key_expiry',
    to: { address: account.email, name: `${account.first_name} ${account.last_name}`.trim() },
    subject,
    ...renderMail({ siteName: site.name, preview, heading: subject, body }),
  });
}
