// What the search knows of each page, read from content/ in Node.
import { listHeadings } from '../blog/articles.ts';
import { vehiclePageHead } from '../customs/vehicle-page-head.ts';
import { vehiclePages } from '../customs/vehicle-pages.ts';
import { type ContentPage, listContentPages, readBody, toLabel } from '../pages/content-pages.ts';
import type { Page } from '../pages/page-schema.ts';
import { errorEntries, errorPath } from '../reference/call-errors.ts';
import { operations } from '../reference/operations.ts';
import { webhookEvents } from '../reference/webhook-events.ts';
import { apiErrors, apiReference } from '../routes/api-reference.ts';

/** Enough for a good first hit; every search loads it. */
export type SearchEntry = {
  path: string;
  label: string;
  description: string;
  title?: string;
  tagline?: string;
  /** Other words for the page. */
  alsoCalled?: readonly string[];
};

/** Loaded after the entries. */
export type SearchText = { headings: string; text: string };

const otherEntries: readonly SearchEntry[] = [
  { ...apiReference, alsoCalled: ['openapi', 'swagger', 'endpoints'] },
  { ...apiErrors, alsoCalled: ['error codes', 'status codes'] },
  {
    path: '/auth',
    label: 'Sign In',
    description: 'Sign in with a 6-digit code that we send to your email address.',
    alsoCalled: ['login', 'log in', 'signin', 'sign up', 'signup', 'register', 'account'],
  },
];

const listVisiblePages = (): ContentPage[] =>
  listContentPages().filter(({ page }) => !page.isHidden && !page.isHiddenInSitemap);

function toEntry(path: string, page: Page): SearchEntry {
  const label = toLabel(page);
  const { title, description, alsoCalled } = page;
  return {
    path,
    label,
    description,
    ...(title !== label && { title }),
    ...('tagline' in page && { tagline: page.tagline }),
    ...(alsoCalled && { alsoCalled }),
  };
}

/** The name of the operation finds it too. */
const callEntries: readonly SearchEntry[] = operations.map(
  ({ path, title, method, apiPath, operationId }) => ({
    path,
    label: title,
    description: `${method} ${apiPath}`,
    tagline: operationId,
  }),
);

const errorSearchEntries: readonly SearchEntry[] = errorEntries.map(({ code, messages }) => ({
  path: errorPath(code),
  label: code,
  description: messages[0] ?? '',
}));

const eventSearchEntries: readonly SearchEntry[] = webhookEvents.map(({ path, type, summary }) => ({
  path,
  label: type,
  description: summary,
}));

export const listSearchEntries = (): SearchEntry[] => [
  ...listVisiblePages().map(({ url, page }) => toEntry(url, page)),
  ...vehiclePages.map((page) => toEntry(page.path, vehiclePageHead(page))),
  ...otherEntries,
  ...callEntries,
  ...errorSearchEntries,
  ...eventSearchEntries,
];

/** By path. */
export const listSearchTexts = (): Record<string, SearchText> =>
  Object.fromEntries(listVisiblePages().map((page) => [page.url, toText(page)]));

function toText({ file, page }: ContentPage): SearchText {
  const body = readBody(file);
  const questions = page.questions ?? [];
  const sections = [...body.matchAll(/<(?:Section|Step|Feature)\b[^>]*?\btitle="([^"]+)"/g)];
  const headings = [
    ...listHeadings(body).map(({ title }) => title),
    ...sections.map(([, title]) => title),
    ...questions.map(({ question }) => question),
  ];
  const { technologies = [], tags = [] } = page as { technologies?: string[]; tags?: string[] };
  const answers = questions.map(({ question, answer }) => `${question} ${answer}`);
  const text = [page.lead ?? '', plainText(body), ...answers, technologies.join(', '), ...tags];
  return { headings: headings.join('\n'), text: text.join(' ').replaceAll(/\s+/g, ' ').trim() };
}

/** The words of a body without its marks: what attributes say stays, what they are called goes. */
export const plainText = (body: string): string =>
  body
    .replaceAll('https://HOST', '')
    .replaceAll(/^```.*$|^[-:| ]+$|^\s*(?:-|\d+\.|#+) /gm, '')
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/\b(?:shape|path|href)="[^"]*"/g, '')
    .replaceAll(/<\/?[A-Z]\w*|\/>|\b[a-z]\w*=(?=["{])/g, '')
    .replaceAll(/\b(?:name|cells|question|answer|action|path|text|label):(?= ['"[])/g, '')
    .replaceAll(/[*`|{}[\]"<>]|(?<!\p{L})'|'(?!\p{L})/gu, ' ')
    .replaceAll(/ ([,.;])(?=\s)/g, '$1');
