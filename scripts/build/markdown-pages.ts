import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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

/** Those that llms-full.txt contains: the calls would make it ten times as long. */
const fullPaths = [
  ...docsPages.map(({ path: url }) => url),
  ...errorEntries.map(({ code }) => errorPath(code)),
  ...webhookEvents.map(({ path: url }) => url),
];

/** The copy of a printed page as Markdown, before the page is finalized; most have one. */
export const printMarkdown = (html: string): string | undefined =>
  hasMarkdown(html) ? htmlToMarkdown(html, siteUrl) : undefined;

/** Writes the documentation as one file, of the pages as Markdown. */
export function writeFullMarkdown(root: string): void {
  const texts = fullPaths
    .map((url) => ({ url, file: path.join(root, markdownPath(url)) }))
    .filter(({ file }) => existsSync(file))
    .map(({ url, file }) => `Source: ${siteUrl}${url}\n\n${readFileSync(file, 'utf8')}`);
  writeFileSync(path.join(root, 'llms-full.txt'), texts.join('\n---\n\n'));
}
