import { findAccount } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { formatUtcDateTime } from '#lib/format.ts';
import { deliveryDays, failingDaysMax } from '../../wire/webhooks.constants.ts';
import type { EndpointRow } from '../endpoints/endpoint-store.ts';

/** An endpoint was disabled without anybody's doing. */
export async function sendDisabledEmail(
  { config, mail }: Pick<Kernel, 'config' | 'mail'>,
  tx: Tx,
  endpoint: EndpointRow,
): Promise<void> {
  const account = await findAccount(tx, endpoint.account_id);
  if (!account || account.status === 'deleted') return;
  const { host } = new URL(endpoint.url);
  const subject = `Your webhook endpoint at ${host} was disabled`;
  const body = [
    paragraph(
      endpoint.disabled_reason === 'gone'
        ? 'It answered 410, which says that it wants no more events.'
        : `For ${failingDaysMax} days every delivery to it has failed.`,
    ),
    paragraph(
      `Nothing is sent to it now. Enable it again when it works, and replay what failed: deliveries are kept for ${deliveryDays} days.`,
    ),
    facts([
      ['Endpoint', endpoint.url],
      ...(endpoint.failing_since
        ? [['Failing since', formatUtcDateTime(endpoint.failing_since)] as [string, string]]
        : []),
    ]),
    linkButton('Look at its deliveries', `${config.SITE_URL}/dashboard/webhooks/${endpoint.id}`),
  ];
  await mail.send(tx, {
    kind: 'webhooks.disabled',
    to: { address: account.email, name: `${account.first_name} ${account.last_name}`.trim() },
    subject,
    ...renderMail({ siteName: site.name, preview: subject, heading: subject, body }),
  });
}
