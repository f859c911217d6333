import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { settingPlaceholders } from '../../src/lib/setting-placeholders.ts';
import { markdownPath } from '../../src/site/metadata/markdown-path.ts';
import { docsPages } from '../../src/site/page-layouts/docs-pages.ts';
import { errorEntries, errorPath } from '../../src/site/reference/call-errors.ts';
import { webhookEvents } from '../../src/site/reference/webhook-events.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

const { siteUrl } = settingPlaceholders;

/** The page says itself that it has a copy: those that are not for search engines have none. */
const hasMarkdown = (html: string) => html.includes('type="text/markdown"');

const pathOf = (file: string) => `/${file}`.replace(/(.)\/index\.html$|index\.html$/, '$1');

/** Those that llms-full.txt contains: the calls would make it ten times as long. */
const fullPaths = [
  ...docsPages.map(({ path: url }) => url),
  ...errorEntries.map(({ code }) => errorPath(code)),
  ...webhookEvents.map(({ path: url }) => url),
];

/** Writes each page of a built site as Markdown beside it, and the documentation as one file. */
export function writeMarkdown(root: string): void {
  const texts = new Map<string, string>();
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (path.basename(file) !== 'index.html') continue;
    const html = readFileSync(path.join(root, file), 'utf8');
    if (!hasMarkdown(html)) continue;
    const url = pathOf(file.replaceAll(path.sep, '/'));
    texts.set(url, htmlToMarkdown(html, siteUrl));
    writeFileSync(path.join(root, markdownPath(url)), texts.get(url) ?? '');
  }
  const full = fullPaths.flatMap((url) => {
    const text = texts.get(url);
    return text ? [`Source: ${siteUrl}${url}\n\n${text}`] : [];
  });
  writeFileSync(path.join(root, 'llms-full.txt'), full.join('\n---\n\n'));
}
