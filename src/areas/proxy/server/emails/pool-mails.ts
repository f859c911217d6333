import { createElement, Fragment } from 'react';
import { mailStaff } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { facts, linkButton, paragraph, renderMail } from '#kernel/mail/layout.ts';
import type { PoolState } from '../../pool-contract.ts';
import type { Counts } from '../resource-store.ts';

const date = new Intl.DateTimeFormat('en', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});
const sayTime = (at: Date) => `${date.format(at)} UTC`;

export async function sendPoolMail(
  { config, mail }: Pick<Kernel, 'config' | 'mail'>,
  tx: Tx,
  told: {
    account: { email: string; first_name: string; last_name: string };
    resource: { name: string };
    counts: Counts;
    end: Date;
  },
): Promise<void> {
  const { account, resource, counts, end } = told;
  const isEmpty = counts.available === 0;
  const subject = isEmpty
    ? `No proxy is left for ${resource.name}`
    : `Proxies for ${resource.name} are running out`;
  const { next_release_at: next } = counts;
  const body = createElement(
    Fragment,
    null,
    paragraph(
      isEmpty
        ? 'Requests through it are answered 503 until one is released or added.'
        : 'At the pace of the last 6 hours none will be left soon.',
    ),
    facts([
      ['Available', `${counts.available} of ${counts.total}`],
      ['Blocked', String(counts.blocked)],
      ['Dead', String(counts.dead)],
      ...(isEmpty ? [] : [['None left', sayTime(end)] as [string, string]]),
      ...(next ? [['Next release', sayTime(next)] as [string, string]] : []),
    ]),
    linkButton('Add or release proxies', `${config.SITE_URL}/dashboard/proxy/${resource.name}`),
  );
  await mail.send(tx, {
    kind: 'proxy.pool',
    to: { address: account.email, name: `${account.first_name} ${account.last_name}`.trim() },
    subject,
    ...(await renderMail({ siteName: site.name, preview: subject, heading: subject, body })),
  });
}

/** Tells admins that the shared pool is failing. */
export async function sendSharedPoolMail(
  kernel: Pick<Kernel, 'config' | 'mail'>,
  tx: Tx,
  counts: Record<PoolState, number>,
): Promise<void> {
  const subject =
    counts.working === 0 ? 'No proxy of the pool works' : 'Most proxies of the pool are dead';
  const body = createElement(
    Fragment,
    null,
    paragraph('A provider may be down, or its password may have changed.'),
    facts([
      ['Working', String(counts.working)],
      ['Failing', String(counts.failing)],
      ['Dead', String(counts.dead)],
      ['Not checked yet', String(counts.unchecked)],
    ]),
    linkButton('See the pool', `${kernel.config.SITE_URL}/admin/proxies?state=dead`),
  );
  const rendered = await renderMail({
    siteName: site.name,
    preview: subject,
    heading: subject,
    body,
  });
  await mailStaff(kernel, tx, 'admin', { kind: 'proxy.shared_pool', subject, ...rendered });
}
