// The incidents of the status page as an Atom feed (RFC 4287).
import site from '#content/site.json' with { type: 'json' };
import type { Api } from '#kernel/http/api.ts';
import { formatList, formatUtcDateTime } from '#lib/format.ts';
import { escapeMarkup } from '#lib/markup.ts';
import {
  components,
  incidentStateLabels,
  statusFeedPath,
  statusPath,
} from '../wire/status.constants.ts';
import type { PublicIncidentWire } from '../wire/status.ts';
import type { Status } from './status.ts';

const maxAgeSeconds = 60;

export function mountStatusFeed({ app, kernel }: Api, { reader }: Status): void {
  app.get(statusFeedPath, async (_request, reply) => {
    const { incidents } = await reader.read();
    return reply
      .type('application/atom+xml; charset=utf-8')
      .header('cache-control', `public, max-age=${maxAgeSeconds}`)
      .send(printFeed(kernel.config.SITE_URL, incidents));
  });
}

/** Without the control characters that XML does not allow. */
const escapeXml = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
  escapeMarkup(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));

/** Without incidents it has no date of a change; that of the first one is as good. */
const never = '1970-01-01T00:00:00.000Z';

export function printFeed(siteUrl: string, incidents: readonly PublicIncidentWire[]): string {
  const toUrl = (path: string) => escapeXml(new URL(path, siteUrl).href);
  const latest = incidents.map(updatedAt).sort().at(-1) ?? never;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${toUrl(statusPath)}</id>
  <title>${escapeXml(site.name)}: status</title>
  <updated>${latest}</updated>
  <author><name>${escapeXml(site.name)}</name></author>
  <link rel="self" type="application/atom+xml" href="${toUrl(statusFeedPath)}"/>
  <link rel="alternate" type="text/html" href="${toUrl(statusPath)}"/>
${incidents.map((one) => printEntry(one, toUrl(`${statusPath}#${one.id}`))).join('')}</feed>
`;
}

const updatedAt = ({ started_at, updates }: PublicIncidentWire): string =>
  updates[0]?.created_at ?? started_at;

function printEntry(incident: PublicIncidentWire, url: string): string {
  const { id, title, state, started_at, components: affected, updates } = incident;
  const names = affected.map(({ name }) => components[name]);
  const text = [
    `Affects: ${formatList(names)}.`,
    ...updates.map(
      ({ state: at, message, created_at }) =>
        `${incidentStateLabels[at]}, ${formatUtcDateTime(new Date(created_at))}: ${message}`,
    ),
  ].join('\n\n');
  return `  <entry>
    <id>urn:uuid:${id}</id>
    <title>${escapeXml(`${incidentStateLabels[state]}: ${title}`)}</title>
    <published>${started_at}</published>
    <updated>${updatedAt(incident)}</updated>
    <link rel="alternate" type="text/html" href="${url}"/>
    <content type="text">${escapeXml(text)}</content>
  </entry>
`;
}
