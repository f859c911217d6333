import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { formatCount, formatUtcDateTime } from '#lib/format.ts';
import { metricLabels } from '#lib/metric-labels.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';

/** What happens to usage over the limit; `capped`: the spending cap is reached. */
export type OverageUse = 'refused' | 'charged' | 'capped';

const refusals = { refused: 'quota_exceeded', capped: 'spending_cap_reached' };

export async function sendQuotaMail(
  { config, mail }: Pick<Kernel, 'config' | 'mail'>,
  tx: Tx,
  alert: {
    account: { email: string; first_name: string; last_name: string };
    percent: number;
    metric: UsageMetric;
    used: number;
    limit: number;
    overage: OverageUse;
    resetsAt: Date;
  },
): Promise<void> {
  const { account, percent, metric, used, limit, overage, resetsAt } = alert;
  const label = metricLabels[metric];
  const isFull = percent >= 100;
  const subject = isFull
    ? `You have used all ${label} of your plan this month`
    : `You have used ${percent} % of your plan’s ${label}`;
  const next =
    overage === 'charged'
      ? 'Your calls continue to work; usage over the quota is charged per unit.'
      : `${isFull ? 'Further' : 'Once all are used, further'} calls fail with 429 ${refusals[overage]} until then.`;
  const body = [
    paragraph(next),
    facts([
      ['Used', `${formatCount(used)} of ${formatCount(limit)}`],
      ['Resets', formatUtcDateTime(resetsAt)],
    ]),
    linkButton('See your plan', `${config.SITE_URL}/dashboard/plan`),
  ];
  await mail.send(tx, {
    kind: 'billing.quota',
    to: { address: account.email, name: `${account.first_name} ${account.last_name}`.trim() },
    subject,
    ...renderMail({ siteName: site.name, preview: subject, heading: subject, body }),
  });
}
