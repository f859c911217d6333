// The prerendered pages, read like a crawler reads them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { settingsOfEnv } from '../scripts/build/site-settings.ts';
import { fillSettings } from '../src/lib/setting-placeholders.ts';

const settings = settingsOfEnv({});
const client = path.resolve(import.meta.dirname, '../build/client');

export type BuiltPage = {
  url: string;
  html: string;
  title: string;
  description: string;
  /** As paths, because each server fills in its own address. */
  canonical: string | undefined;
  shareImage: string;
  isIndexed: boolean;
  headings: readonly string[];
  ids: ReadonlySet<string>;
  links: readonly string[];
  /** Nodes of the structured data. */
  graph: readonly Record<string, unknown>[];
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const unescapeHtml = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (all, name: string) => entities[name] ?? all);

const findFirst = (html: string, pattern: RegExp) => unescapeHtml(pattern.exec(html)?.[1] ?? '');
const allOf = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, found = '']) => unescapeHtml(found));

const toPath = (address: string) => address.replace(/^https?:\/\/[^/]+/, '') || '/';

function readPrinted(url: string, file: string): BuiltPage {
  const html = fillSettings(readFileSync(file, 'utf8'), settings);
  const canonical = findFirst(html, /<link rel="canonical" href="([^"]*)"/);
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1];
  return {
    url,
    html,
    title: findFirst(html, /<title>(.*?)<\/title>/),
    description: findFirst(html, /<meta name="description" content="([^"]*)"/),
    canonical: canonical ? toPath(canonical) : undefined,
    shareImage: toPath(findFirst(html, /<meta property="og:image" content="([^"]*)"/)),
    isIndexed: !/<meta name="robots" content="noindex"/.test(html),
    headings: allOf(html, /<h1[^>]*>(.*?)<\/h1>/gs),
    ids: new Set(allOf(html, /\sid="([^"]*)"/g)),
    links: allOf(html, /<a\s[^>]*?href="([^"]*)"/g),
    graph: data ? (JSON.parse(data) as { '@graph': Record<string, unknown>[] })['@graph'] : [],
  };
}

const toUrl = (file: string) =>
  `/${path.dirname(file).replaceAll(path.sep, '/')}`.replace(/^\/\.$/, '/');

/** Every prerendered page, without those for unknown URLs. */
export const builtPages: readonly BuiltPage[] = readdirSync(client, {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => path.basename(file) === 'index.html')
  .map((file) => readPrinted(toUrl(file), path.join(client, file)))
  .filter(({ url }) => !url.endsWith('/404'))
  .sort((a, b) => a.url.localeCompare(b.url));

/** Whether the build has a file at this path. */
export const isBuiltFile = (address: string): boolean =>
  address !== '/' && existsSync(path.join(client, address));

export const readBuilt = (file: string): string => readFileSync(path.join(client, file), 'utf8');
