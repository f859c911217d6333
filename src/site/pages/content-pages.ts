// Reads the pages in content/: the path of an MDX file is its address. Node only; used by the
// routes, the route table and the list of pages to prerender.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { readPeople } from '../people/read-people.ts';
import type { Route } from '../routes/route.ts';
import { insertValues } from './content-values.ts';
import { collections, type Page, type PageWith, readPage } from './page-schema.ts';

const contentFolder = path.resolve(import.meta.dirname, '../../../content');

/** Served with status 404 for every unknown address. */
export const notFoundUrl = '/404';

export const contactUrl = '/company/contact';

export type ContentPage = { url: string; file: string; page: Page };

/** What a list shows of a page. */
export type PageCard = {
  path: string;
  label: string;
  lead: string;
  project?: ProjectFacts;
  service?: ServiceFacts;
};

export type ServiceFacts = PageWith<'service'>['inShort'] & { receives: string };

export type ProjectFacts = Pick<
  PageWith<'project'>,
  | 'shelf'
  | 'glyph'
  | 'tagline'
  | 'tryIt'
  | 'capture'
  | 'kind'
  | 'industries'
  | 'services'
  | 'technologies'
>;

/** Sorted by section, overviews before their pages. Throws on invalid frontmatter. */
export function listContentPages(folder = contentFolder): ContentPage[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mdx'))
    .map((file) => file.replaceAll(path.sep, '/'))
    .map((file) => ({ file, url: toUrl(file), page: readHead(path.join(folder, file), file) }))
    .sort(byPlace);
  const urls = new Set(pages.map(({ url }) => url));
  const authors = readPeople(path.join(folder, 'people')).map(({ id }) => id);
  for (const page of pages) {
    checkPage(page, urls);
    checkAuthor(page, authors);
  }
  return pages;
}

export function toRoute({ url, page }: ContentPage): Route {
  const menuLine = findMenuLine(page);
  return {
    path: url,
    label: toLabel(page),
    description: page.description,
    ...(page.icon && { icon: page.icon }),
    ...(menuLine && { menuLine }),
    ...(page.isHidden && { isHidden: true }),
    ...((page.isHidden || page.isHiddenInSitemap) && { isHiddenInSitemap: true }),
  };
}

/** Services and running projects have a text that serves as their line. */
function findMenuLine(page: Page): string | undefined {
  if (page.menuLine) return page.menuLine;
  if (page.layout === 'service') return page.inShort.purpose;
  return page.layout === 'project' && page.shelf === 'running' ? page.tagline : undefined;
}

/** Pages of the collections have a card; the others none. */
export function toCard({ url, page }: ContentPage): PageCard[] {
  if (!('diagram' in page && page.diagram)) return [];
  const card = { path: url, label: toLabel(page), lead: page.lead };
  if (page.layout === 'service')
    return [{ ...card, service: { ...page.inShort, receives: page.deliverables[0] ?? '' } }];
  if (page.layout !== 'project') return [card];
  const { shelf, glyph, tagline, tryIt, capture } = page;
  const { kind, industries, services, technologies } = page;
  const facts = { shelf, glyph, tagline, kind, industries, services, technologies };
  return [{ ...card, project: { ...facts, ...(tryIt && { tryIt }), ...(capture && { capture }) } }];
}

/** What a page asks for in its call to action, when that leads to the contact form. */
export type ContactPrompt = { label: string; text: string };

export function toContactPrompt({ url, page }: ContentPage): [string, ContactPrompt][] {
  if (page.nextStep?.path !== contactUrl) return [];
  const { label, text } = page.nextStep;
  return [[url, { label, text }]];
}

export const toLabel = (page: Page) => page.label ?? page.title;

function byPlace(a: ContentPage, b: ContentPage): number {
  const toFolder = (url: string) => url.split('/').slice(0, 2).join('/');
  const countDepth = (url: string) => url.split('/').length;
  return (
    toFolder(a.url).localeCompare(toFolder(b.url)) ||
    countDepth(a.url) - countDepth(b.url) ||
    toDay(b.page).localeCompare(toDay(a.page)) ||
    a.page.order - b.page.order ||
    toLabel(a.page).localeCompare(toLabel(b.page))
  );
}

/** For sorting articles newest first. */
const toDay = (page: Page) => (page.layout === 'article' ? page.published : '');

function toUrl(file: string): string {
  const name = file.replace(/\.mdx$/, '').replace(/^pages\//, '');
  return name === 'home' ? '/' : `/${name}`;
}

const headPattern = /^---\r?\n([\s\S]*?)\r?\n---(\r?\n|$)/;

const readSource = (place: string): string => insertValues(readFileSync(place, 'utf8'));

/** The text below the frontmatter of a page. */
export const readBody = (file: string, folder = contentFolder): string =>
  readSource(path.join(folder, file)).replace(headPattern, '');

/** Cached per file until it changes: a build reads all of them many times. */
const readHeads = new Map<string, { version: string; page: Page }>();

function readHead(place: string, file: string): Page {
  const { mtimeMs, size } = statSync(place);
  const version = `${mtimeMs} ${size}`;
  const known = readHeads.get(place);
  if (known?.version === version) return known.page;
  const page = parsePage(place, file);
  readHeads.set(place, { version, page });
  return page;
}

function parsePage(place: string, file: string): Page {
  const head = headPattern.exec(readSource(place))?.[1];
  return readPage(head === undefined ? undefined : parseHead(head, file), file);
}

function parseHead(head: string, file: string): unknown {
  try {
    return parse(head);
  } catch (error) {
    throw new Error(`${file} has frontmatter that is not valid YAML: ${String(error)}`);
  }
}

const layoutByFolder = {
  services: 'service',
  industries: 'industry',
  solutions: 'solution',
  projects: 'project',
  blog: 'article',
} as const;

/** Checks the layout of its folder, and that every page it links to exists. */
function checkPage({ url, file, page }: ContentPage, urls: ReadonlySet<string>): void {
  const collection = collections.find((name) => file.startsWith(`${name}/`));
  if (collection && page.layout !== layoutByFolder[collection])
    throw new Error(
      `${file}: layout must be "${layoutByFolder[collection]}" in the folder ${collection}/.`,
    );
  const { related = [], nextStep, canonical } = page;
  const targets = [
    ...related,
    ...(nextStep ? [nextStep.path] : []),
    ...(canonical ? [canonical] : []),
  ];
  for (const target of targets) {
    if (!urls.has(target)) throw new Error(`${file} links to ${target}, which is not a page.`);
    if (target === url) throw new Error(`${file} links to itself.`);
  }
}

/** An article is signed by a person who is known, or by the team. */
function checkAuthor({ file, page }: ContentPage, known: readonly string[]): void {
  if (page.layout !== 'article' || !page.author || known.includes(page.author)) return;
  throw new Error(
    `${file}: author "${page.author}" is not in content/people/. ` +
      (known.length > 0 ? `There are: ${known.join(', ')}.` : 'It has no people yet.') +
      ' Without an author the team signs the article.',
  );
}
