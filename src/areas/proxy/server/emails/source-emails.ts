import { mailStaff } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { formatUtcDateTime } from '#lib/format.ts';
import {
  failuresBeforeMail,
  type SourceError,
  sourceErrors,
} from '../../wire/proxy-sources.constants.ts';

type FailedSource = {
  name: string;
  url_host: string;
  error: SourceError;
  succeeded_at: Date | null;
};

const toContent = ({ name, url_host, error, succeeded_at }: FailedSource) => ({
  subject: `The proxy list ${name} can’t be refreshed`,
  paragraphs: [
    paragraph(sourceErrors[error]),
    paragraph(
      `${failuresBeforeMail} refreshes in a row have failed. The last good list stays in use.`,
    ),
    facts([
      ['Provider', url_host],
      ['Last good list', succeeded_at ? formatUtcDateTime(succeeded_at) : 'None yet'],
    ]),
  ],
});

export async function sendSourceEmail(
  { config, mail }: Pick<Kernel, 'config' | 'mail'>,
  tx: Tx,
  failure: {
    account: { email: string; first_name: string; last_name: string };
    resource: { name: string };
    source: FailedSource;
  },
): Promise<void> {
  const { account, resource, source } = failure;
  const { subject, paragraphs } = toContent(source);
  const link = `${config.SITE_URL}/dashboard/proxy/${resource.name}`;
  const body = [...paragraphs, linkButton('See the proxy lists', link)];
  await mail.send(tx, {
    kind: 'proxy.source',
    to: { address: account.email, name: `${account.first_name} ${account.last_name}`.trim() },
    subject,
    ...renderMail({ siteName: site.name, preview: subject, heading: subject, body }),
  });
}

/** Notifies admins about a source of the shared pool. */
export async function sendPoolSourceEmail(
  kernel: Pick<Kernel, 'config' | 'mail'>,
  tx: Tx,
  source: FailedSource,
): Promise<void> {
  const { subject, paragraphs } = toContent(source);
  const link = `${kernel.config.SITE_URL}/admin/proxies`;
  const body = [...paragraphs, linkButton('See the proxy lists', link)];
  const rendered = renderMail({ siteName: site.name, preview: subject, heading: subject, body });
  await mailStaff(kernel, tx, 'admin', { kind: 'proxy.pool_source', subject, ...rendered });
}
