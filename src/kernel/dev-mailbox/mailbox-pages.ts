// The pages of the dev mailbox: plain HTML without scripts.
import { brandStyle, groundColors } from '#lib/brand-colors.ts';
import { type Markup, markup } from '#lib/markup.ts';
import type { MailboxMessage } from './mailbox-files.ts';

const refreshSeconds = 5;

export function listPage(messages: readonly MailboxMessage[], doesRefresh: boolean): string {
  const rows = messages.map(
    ({ id, subject, to, date, text }) => markup`
      <li><a href="/dev/mail/${id}">
        <span class="to">${to}</span>
        <time datetime="${date}">${formatTimestamp(date)}</time>
        <strong>${subject || 'No subject'}</strong>
        <span class="start">${text.replace(/\s+/g, ' ').slice(0, 140)}</span>
      </a></li>`,
  );
  const empty = markup`<p class="empty">No mail yet. E-mails that the app sends appear here instead of
    being delivered: sign in, or send the contact form, and come back.</p>`;
  const toggle = doesRefresh
    ? markup`<a href="/dev/mail">Stop refreshing</a>`
    : markup`<a href="/dev/mail?refresh=on">Refresh every ${String(refreshSeconds)} s</a>`;
  return page({
    title: `Dev mailbox (${messages.length})`,
    head: doesRefresh
      ? markup`<meta http-equiv="refresh" content="${String(refreshSeconds)}">`
      : markup``,
    main: markup`
      <header><h1>Dev mailbox</h1>
        <nav><a href="/dev/mail">Refresh</a>${toggle}</nav></header>
      ${rows.length > 0 ? markup`<ul>${rows}</ul>` : empty}`,
  });
}

export function messagePage({ id, subject, from, to, date, html, text }: MailboxMessage): string {
  const frame = markup`<h2>As the reader sees it</h2>
    <iframe title="HTML part" src="/dev/mail/${id}/html"
      sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
  return page({
    title: subject || 'No subject',
    head: markup``,
    main: markup`
      <header><h1>${subject || 'No subject'}</h1>
        <nav><a href="/dev/mail">All mail</a><a href="/dev/mail/${id}/text">Text</a></nav></header>
      <dl>
        <dt>From</dt><dd>${from}</dd>
        <dt>To</dt><dd>${to}</dd>
        <dt>Date</dt><dd><time datetime="${date}">${formatTimestamp(date)}</time></dd>
      </dl>
      ${html ? frame : markup``}
      <h2>Text part</h2>
      <pre>${text}</pre>`,
  });
}

/** `2026-11-20T20:31:07.000Z` becomes `2026-11-20 20:31:07 UTC`. */
const formatTimestamp = (date: string): string =>
  date.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');

function page({ title, head, main }: { title: string; head: Markup; main: Markup }): string {
  return markup`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>${head}<style>${{ html: css }}</style></head>
<body><main>${main}</main></body></html>`.html;
}

const css = `
${brandStyle}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { max-width: 760px; margin: 0 auto; padding: 32px 16px 64px; }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: baseline;
  justify-content: space-between; border-bottom: 2px solid var(--accent); }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.15; letter-spacing: -0.02em;
  overflow-wrap: anywhere; }
h2 { margin: 32px 0 8px; font-size: 14px; font-weight: 600; color: var(--quiet); }
nav { display: flex; gap: 20px; padding-bottom: 8px; }
a { color: inherit; text-underline-offset: 3px; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
ul { margin: 0; padding: 0; list-style: none; }
li a { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 14px 8px;
  border-bottom: 1px solid var(--line); text-decoration: none; }
li a:hover { background: var(--raised); }
li strong, .start { grid-column: 1 / -1; }
.to, .start, time, .empty, dt { color: var(--quiet); font-size: 14px; }
.to, .start { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
time { font-variant-numeric: tabular-nums; }
.empty { max-width: 52ch; padding: 32px 0; font-size: 16px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 20px; margin: 16px 0; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 68vh; border: 1px solid var(--line);
  background: ${groundColors.light}; }
pre { margin: 0; padding: 16px; border: 1px solid var(--line); background: var(--raised);
  font: 14px/1.6 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap;
  overflow-wrap: anywhere; }
`;
