import { mailStaff } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { formatUtcDateTime } from '#lib/format.ts';
import type { PoolState } from '../../wire/proxies.constants.ts';
import type { ProxyCounts } from '../resources/resource-store.ts';

export async function sendExhaustionEmail(
  { config, mail }: Pick<Kernel, 'config' | 'mail'>,
  tx: Tx,
  alert: {
    account: { email: string; first_name: string; last_name: string };
    resource: { name: string };
    counts: ProxyCounts;
    end: Date;
  },
): Promise<void> {
  const { account, resource, counts, end } = alert;
  const isEmpty = counts.available === 0;
  const subject = isEmpty
    ? `No proxy is left for ${resource.name}`
    : `Proxies for ${resource.name} are running out`;
  const { next_release_at: next } = counts;
  const body = [
    paragraph(
      isEmpty
        ? 'Requests through it are answered 503 until one is released or added.'
        : 'At the pace of the last 6 hours none will be left soon.',
    ),
    facts([
      ['Available', `${counts.available} of ${counts.total}`],
      ['Blocked', String(counts.blocked)],
      ['Dead', String(counts.dead)],
      ...(isEmpty ? [] : [['None left', formatUtcDateTime(end)] as [string, string]]),
      ...(next ? [['Next release', formatUtcDateTime(next)] as [string, string]] : []),
    ]),
    linkButton('Add or release proxies', `${config.SITE_URL}/dashboard/proxy/${resource.name}`),
  ];
  await mail.send(tx, {
    kind: 'proxy.pool',
    to: { address: account.email, name: `${account.first_name} ${account.last_name}`.trim() },
    subject,
    ...renderMail({ siteName: site.name, preview: subject, heading: subject, body }),
  });
}

/** Notifies admins that most of the shared pool is dead. */
export async function sendSharedPoolEmail(
  kernel: Pick<Kernel, 'config' | 'mail'>,
  tx: Tx,
  counts: Record<PoolState, number>,
): Promise<void> {
  const subject =
    counts.working === 0 ? 'No proxy of the pool works' : 'Most proxies of the pool are dead';
  const body = [
    paragraph('A provider may be down, or its password may have changed.'),
    facts([
      ['Working', String(counts.working)],
      ['Failing', String(counts.failing)],
      ['Dead', String(counts.dead)],
      ['Not checked yet', String(counts.unchecked)],
    ]),
    linkButton('See the pool', `${kernel.config.SITE_URL}/admin/proxies?state=dead`),
  ];
  const rendered = renderMail({
    siteName: site.name,
    preview: subject,
    heading: subject,
    body,
  });
  await mailStaff(kernel, tx, 'admin', { kind: 'proxy.shared_pool', subject, ...rendered });
}
