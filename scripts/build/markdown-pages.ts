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

const pathOf = (file: string) => `/${file}`.replace(/(.)\/index\.html$|index\.html$/, '$1');

/** Those that llms-full.txt contains: the calls would make it ten times as long. */
const fullPaths = [
  ...docsPages.map(({ path: url }) => url),
  ...errorEntries.map(({ code }) => errorPath(code)),
  ...webhookEvents.map(({ path: url }) => url),
];

/** Writes these pages below `root` as Markdown beside them, before they are finalized. */
export function writeMarkdown(root: string, pages: readonly string[]): void {
  for (const page of pages) {
    if (path.basename(page) !== 'index.html') continue;
    const html = readFileSync(path.join(root, page), 'utf8');
    if (!hasMarkdown(html)) continue;
    const url = pathOf(page.replaceAll(path.sep, '/'));
    writeFileSync(path.join(root, markdownPath(url)), htmlToMarkdown(html, siteUrl));
  }
}

/** Writes the documentation as one file, of the pages as Markdown. */
export function writeFullMarkdown(root: string): void {
  const texts = fullPaths
    .map((url) => ({ url, file: path.join(root, markdownPath(url)) }))
    .filter(({ file }) => existsSync(file))
    .map(({ url, file }) => `Source: ${siteUrl}${url}\n\n${readFileSync(file, 'utf8')}`);
  writeFileSync(path.join(root, 'llms-full.txt'), texts.join('\n---\n\n'));
}
