// Serves the built site from memory, before Fastify's router. No hook of the app sees these
// requests, so all headers are prepared once at start.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import site from '#content/site.json' with { type: 'json' };
import { testModePath } from '#lib/test-mode.ts';
import type { Config } from '../config.ts';
import { chooseEncoding, matchesEtag } from '../http/content-negotiation.ts';
import {
  contentSecurityPolicy,
  hasAnalytics,
  securityHeaders,
} from '../http/responses/security-headers.ts';
import type { StaticHandler } from '../http/server.ts';
import { type Entry, loadEntry } from './load-entry.ts';
import { toSiteSettings } from './site-settings.ts';

type CommonHeaders = ReturnType<typeof securityHeaders>;

export type StaticSite = {
  /** Paths that are served from files: `/`, `/company/contact`. */
  paths: readonly string[];
  handleStatic: StaticHandler;
  /** The text of a file by its path; undefined without one. */
  read(path: string): string | undefined;
};

const fallbackFile = '__spa-fallback.html';
/** In any folder: the page for unknown addresses below it. */
const notFoundFile = '404/index.html';
const immutable = 'public, max-age=31536000, immutable';
const revalidated = 'public, max-age=0, must-revalidate';

/** Paths that belong to the app: unknown ones among them get the API's 404. */
const appPaths = [
  '/api',
  '/apix',
  '/media',
  '/files',
  '/dev',
  '/pay/sandbox',
  '/healthz',
  '/.well-known',
  '/readyz',
  '/metrics',
  '/mcp',
  '/oauth/token',
  '/oauth/register',
  '/oauth/revoke',
  '/status/feed.xml',
  testModePath,
];
const isWithin = (url: string, folder: string) => url === folder || url.startsWith(`${folder}/`);
const isAppPath = (url: string) => appPaths.some((folder) => isWithin(url, folder));
/** Paths that the browser's router handles, including unknown ones below the two shells. */
const shells = ['/dashboard', '/admin'];
const isClientRoute = (url: string) =>
  url === '/auth' ||
  url === '/oauth/authorize' ||
  /^\/c\/[\w-]+$/.test(url) ||
  (shells.some((shell) => isWithin(url, shell)) && !url.endsWith('/'));

/**
 * Reads the files of a build and the script hashes next to it (`csp.json`), and fills in the
 * operator's settings. A missing folder results in a site that handles no request.
 */
export function loadSite(root: string, { config }: { config: Config }): StaticSite {
  const common = securityHeaders(config);
  const hashesFile = path.join(root, '../csp.json');
  const hashes = existsSync(hashesFile)
    ? (JSON.parse(readFileSync(hashesFile, 'utf8')) as Record<string, string[]>)
    : {};
  const settings = toSiteSettings(config);
  const entries = new Map<string, Entry>();
  for (const file of listFiles(root)) {
    const policy = () =>
      contentSecurityPolicy(hashes[file] ?? [], { hasAnalytics: hasAnalytics(config) });
    const shared = sharedHeaders(file, common, policy);
    entries.set(file, loadEntry({ root, file, shared }, settings));
  }
  const fallback = takeEntry(entries, fallbackFile);
  const notFound = takeNotFound(entries);
  const site = new Map([...entries].map(([file, entry]) => [toUrl(file), entry] as const));
  const handleStatic = createStaticHandler({ site, fallback, notFound, common });
  return {
    paths: [...site.keys()],
    handleStatic,
    read: (url) => site.get(url)?.findVariant('identity').body.toString(),
  };
}

/** `folder` is empty for the whole site. */
type NotFound = { folder: string; entry: Entry };

/** The innermost folders first. */
function takeNotFound(entries: Map<string, Entry>): NotFound[] {
  const files = [...entries.keys()].filter((file) => `/${file}`.endsWith(`/${notFoundFile}`));
  return files
    .map((file) => ({
      folder: `/${file}`.slice(0, -notFoundFile.length - 1),
      entry: takeEntry(entries, file)!,
    }))
    .sort((a, b) => b.folder.length - a.folder.length);
}

/** Addresses that pages had before, or that people expect. */
const moved: ReadonlyMap<string, string> = new Map(Object.entries(site.moved));

type Site = {
  site: ReadonlyMap<string, Entry>;
  fallback: Entry | undefined;
  notFound: readonly NotFound[];
  common: CommonHeaders;
};

function createStaticHandler({ site, fallback, notFound, common }: Site): StaticHandler {
  const find = (url: string) => site.get(url) ?? (isClientRoute(url) ? fallback : undefined);
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const [url = '', query] = splitUrl(request.url ?? '');
    const entry = find(url);
    if (entry) return send(request, response, entry, 200);
    // A path that starts with two slashes would redirect to another host.
    if (!url.startsWith('/') || isAppPath(url)) return false;
    const bare = url.replace(/\/+$/, '');
    const candidates = [bare, bare.toLowerCase()];
    const known =
      candidates.find((one) => one !== url && find(one)) ?? moved.get(bare.toLowerCase());
    if (known) return redirect(response, known + query, common);
    const unknown = notFound.find(({ folder }) => isWithin(url, folder));
    return unknown && wantsPage(request) ? send(request, response, unknown.entry, 404) : false;
  };
}

function send(request: IncomingMessage, response: ServerResponse, entry: Entry, status: number) {
  const variant = entry.findVariant(
    chooseEncoding(request.headers['accept-encoding'], entry.encodings),
  );
  if (status === 200 && matchesEtag(request.headers['if-none-match'], variant.etag)) {
    response.writeHead(304, variant.notModified).end();
    return true;
  }
  response.writeHead(status, variant.headers);
  response.end(request.method === 'HEAD' ? undefined : variant.body);
  return true;
}

function redirect(response: ServerResponse, location: string, common: CommonHeaders): true {
  const headers = { ...common, location, 'cache-control': revalidated, 'content-length': '0' };
  response.writeHead(308, headers).end();
  return true;
}

/** A client that accepts only JSON or images gets no HTML page. */
const wantsPage = ({ headers: { accept } }: IncomingMessage) =>
  accept === undefined || accept.includes('text/html') || accept.includes('*/*');

/** The path, and the query with its question mark. */
function splitUrl(url: string): [string, string] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark)];
}

function listFiles(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => path.relative(root, path.join(found.parentPath, found.name)))
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !file.startsWith('.') && !file.endsWith('.br'));
}

function sharedHeaders(file: string, common: CommonHeaders, policy: () => string): CommonHeaders {
  return {
    ...common,
    vary: 'accept-encoding',
    'cache-control': file.startsWith('assets/') ? immutable : revalidated,
    ...(file.endsWith('.html') && { 'content-security-policy': policy() }),
    // A page as Markdown is for programs: search engines know the page itself.
    ...((file === fallbackFile || file.endsWith('.md')) && { 'x-robots-tag': 'noindex' }),
  };
}

function takeEntry(entries: Map<string, Entry>, file: string): Entry | undefined {
  const entry = entries.get(file);
  entries.delete(file);
  return entry;
}

const toUrl = (file: string) => `/${file}`.replace(/(.)\/index\.html$|index\.html$/, '$1');
