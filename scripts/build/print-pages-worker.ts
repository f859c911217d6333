// Runs in worker threads; see print-pages.ts.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { settingPlaceholders } from '../../src/lib/setting-placeholders.ts';
import { markdownPath } from '../../src/site/metadata/markdown-path.ts';
import type { Printer } from '../../src/site/routes/printed-page.ts';
import { compressText } from './compress.ts';
import {
  deferHydration,
  type Files,
  fallbackFile,
  finishFallback,
  hashInlineScripts,
} from './finalize.ts';
import { printMarkdown } from './markdown-pages.ts';
import { insertPageBytes, leastBytes } from './page-bytes.ts';
import { printedSettings } from './site-settings.ts';

export type PrintJob = { root: string; printer: string; paths: readonly string[] };

/** `page` is its file below the folder; `bytes` is how many it is sent with. */
export type PageFacts = { page: string; hashes: string[]; bytes: number };

/** Stands for the page that all screens begin with. */
export const fallbackPath = `/${fallbackFile}`;

export default async function printSome({ root, printer, paths }: PrintJob): Promise<PageFacts[]> {
  Object.assign(globalThis, { [printedSettings]: settingPlaceholders });
  const address = pathToFileURL(printer).href;
  const { printPage, printFallback } = (await import(address)) as Printer;
  const files = filesBelow(root);
  const facts: PageFacts[] = [];
  for (const url of paths) {
    const isFallback = url === fallbackPath;
    const printed = isFallback ? await printFallback() : await printPage(url);
    const markdown = printMarkdown(printed.html);
    if (markdown) files.write(markdownPath(url), markdown);
    const done = isFallback ? finishFallback(printed) : deferHydration(printed, files);
    const html = url === '/' ? insertPageBytes(done) : done;
    const page = isFallback ? fallbackFile : `${url.slice(1)}/index.html`.replace(/^\//, '');
    const compressed = files.write(page, html);
    const bytes = isFallback ? 0 : leastBytes(html, compressed);
    facts.push({ page, hashes: hashInlineScripts(html), bytes });
  }
  return facts;
}

const known = new Map<string, string>();

function filesBelow(root: string): Files {
  return {
    read(address) {
      const text = known.get(address) ?? readFileSync(path.join(root, address), 'utf8');
      known.set(address, text);
      return text;
    },
    write(address, text) {
      const place = path.join(root, address);
      // Named by its content, and nearly all pages share it.
      if (address.startsWith('/assets/') && existsSync(place)) return 0;
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, text);
      return compressText(place, text);
    },
  };
}
