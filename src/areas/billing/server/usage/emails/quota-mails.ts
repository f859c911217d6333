import { createElement, Fragment } from 'react';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { facts, linkButton, paragraph, renderMail } from '#kernel/mail/layout.ts';
import type { UsageMetric } from '#lib/endpoint.ts';
import { metricWords } from '../metric-words.ts';

const number = new Intl.NumberFormat('en');
const date = new Intl.DateTimeFormat('en', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

export async function sendQuotaMail(
  { config, mail }: Pick<Kernel, 'config' | 'mail'>,
  tx: Tx,
  told: {
    account: { email: string; first_name: string; last_name: string };
    percent: number;
    metric: UsageMetric;
    used: number;
    limit: number;
    /** Past the limit the work goes on and is charged. */
    goesOn: boolean;
    resetsAt: Date;
  },
): Promise<void> {
  const { account, percent, metric, used, limit, goesOn, resetsAt } = told;
  const words = metricWords[metric];
  const isFull = percent >= 100;
  const subject = isFull
    ? `You have used all ${words} of your plan this month`
    : `You have used ${percent} % of your plan’s ${words}`;
  const next = isFull
    ? 'Calls that need more are answered 429 quota_exceeded until then.'
    : 'When all are used, calls that need more are answered 429 quota_exceeded until then.';
  const body = createElement(
    Fragment,
    null,
    paragraph(goesOn ? 'Your calls go on; what lies past the quota is charged each.' : next),
    facts([
      ['Used', `${number.format(used)} of ${number.format(limit)}`],
      ['Starts again', `${date.format(resetsAt)} UTC`],
    ]),
    linkButton('See your plan', `${config.SITE_URL}/dashboard/plan`),
  );
  await mail.send(tx, {
    kind: 'billing.quota',
    to: { address: account.email, name: `${account.first_name} ${account.last_name}`.trim() },
    subject,
    ...(await renderMail({ siteName: site.name, preview: subject, heading: subject, body })),
  });
}
