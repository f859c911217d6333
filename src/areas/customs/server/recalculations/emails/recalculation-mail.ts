import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import type { ImportKind } from '../../../wire/calculations/calculations.constants.ts';

type Change = { id: number; kind: ImportKind; name: string; reason: string };

/** The rest is one click away. */
const listedMax = 20;

/** All changes of a day in one e-mail. */
export async function sendRecalculationMail(
  { config, mail }: Pick<Kernel, 'config' | 'mail'>,
  tx: Tx,
  account: { email: string; first_name: string; last_name: string },
  changes: readonly Change[],
): Promise<void> {
  const [first] = changes;
  const subject =
    changes.length === 1
      ? `A new result for ${first!.name}`
      : `New results for ${changes.length} of your calculations`;
  const firstChanges = changes.slice(0, listedMax);
  const left = changes.length - firstChanges.length;
  const one = changes.length === 1 ? `/${first!.kind}/${first!.id}` : '';
  const body = [
    paragraph('Customs rules or exchange rates have changed. With those of today:'),
    facts(firstChanges.map(({ name, reason }) => [name, reason] as const)),
    left > 0 && paragraph(`And ${left} more.`),
    paragraph('What you saved stays as it is until you recalculate it.'),
    linkButton(
      changes.length === 1 ? 'See the calculation' : 'See your calculations',
      `${config.SITE_URL}/dashboard/customs${one}`,
    ),
  ];
  const footer =
    'You asked for this with "Tell me when this changes", which each calculation can switch off.';
  await mail.send(tx, {
    kind: 'customs.recalculations',
    to: { address: account.email, name: `${account.first_name} ${account.last_name}`.trim() },
    subject,
    ...renderMail({ siteName: site.name, preview: subject, heading: subject, body, footer }),
  });
}
