// What the head of a page in content/ may say: docs/guides/add-a-page.md explains every field.
// Checked at build: a page that lacks a description never reaches a visitor.
import { z } from 'zod';
import { sketchSchema } from './sketch-schema.ts';

export const routeIcons = [
  'book',
  'boxes',
  'building',
  'chart',
  'coins',
  'factory',
  'folder',
  'house',
  'key',
  'layers',
  'mic',
  'monitor',
  'question',
  'ship',
  'user',
  'wallet',
  'wrench',
] as const;
export type RouteIcon = (typeof routeIcons)[number];

/** The folders whose pages share their bones; each has an overview at its own address. */
export const families = ['services', 'industries', 'solutions', 'projects', 'blog'] as const;
export type Family = (typeof families)[number];

const path = z.string().regex(/^\/[a-z0-9/-]*$/, 'must be a path of this site, in lower case');
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a name as addresses have it');
const words = z.string().min(1);

const common = {
  /** For the browser's tab and search results; the company's name follows it. */
  title: words.max(60),
  description: z.string().min(50).max(160),
  keywords: z.array(words).optional(),
  /** What menus call the page, where the title is too long. */
  label: words.max(32).optional(),
  icon: z.enum(routeIcons).optional(),
  /** Its place among its neighbours in menus and lists; equal ones stand by their label. */
  order: z.number().int().default(100),
  /** The page's first heading, where it should not be the title. */
  heading: words.optional(),
  /** One to three sentences below the heading. */
  lead: words.optional(),
  /** The day the words last changed: pages to read show it, the sitemap tells it of every page. */
  updated: z.iso.date().optional(),
  /** The page that says the same and should be found instead of this one. */
  canonical: path.optional(),
  /** The words on the share image, where title and description do not fit. */
  ogImage: z.strictObject({ title: words.max(80), subtitle: words.max(160).optional() }).optional(),
  /** Structured data beside what the layout says by itself. */
  jsonLd: z.record(z.string(), z.unknown()).optional(),
  /** False hides the top bar. */
  appBar: z.boolean().default(true),
  /** In no menu, no list and not for search engines. */
  isHidden: z.boolean().default(false),
  isHiddenInSitemap: z.boolean().default(false),
  questions: z.array(z.strictObject({ question: words, answer: words })).optional(),
  /** Pages to go on with, by path. */
  related: z.array(path).optional(),
  /** How the page ends: one thing to do next. */
  nextStep: z.strictObject({ title: words, text: words, label: words, path }).optional(),
};

/** A family's page is a whole: it draws, answers, leads on and ends with a next step. */
const inFamily = {
  ...common,
  lead: words,
  sketch: sketchSchema,
  questions: common.questions.unwrap().min(2),
  related: common.related.unwrap().min(1),
  nextStep: common.nextStep.unwrap(),
  /** What is handed over, each in a few words. */
  deliverables: z.array(words).min(3).max(8),
};

const technologies = z.array(words).min(1);

const pageSchema = z.discriminatedUnion('layout', [
  z.strictObject({ layout: z.enum(['plain', 'prose', 'contact', 'search']), ...common }),
  z.strictObject({
    layout: z.literal('overview'),
    ...common,
    lead: words,
    family: z.enum(families),
  }),
  z.strictObject({
    layout: z.literal('service'),
    ...inFamily,
  }),
  z.strictObject({
    layout: z.literal('industry'),
    ...inFamily,
    /** What people of this industry say before they call. */
    signs: z.array(words).min(3).max(5),
    technologies,
  }),
  z.strictObject({
    layout: z.literal('solution'),
    ...inFamily,
    /** What each warp thread of the sketch does, in the sketch's order. */
    parts: z.array(words),
    technologies,
  }),
  z.strictObject({
    layout: z.literal('project'),
    ...inFamily,
    /** What sort of system it is, in a few words. */
    kind: words.max(60),
    industries: z.array(slug).min(1),
    services: z.array(slug).min(1),
    technologies,
  }),
  z.strictObject({
    layout: z.literal('article'),
    ...common,
    lead: words,
    published: z.iso.date(),
    tags: z.array(slug).min(1).max(5),
    sketch: sketchSchema.optional(),
  }),
]);
export type Page = z.infer<typeof pageSchema>;
export type FamilyPage = Extract<Page, { sketch: unknown }>;
export type PageOf<Layout extends Page['layout']> = Extract<Page, { layout: Layout }>;

/** Throws with the file and every field that is wrong. */
export function readPage(data: unknown, file: string): Page {
  const head = typeof data === 'object' && data !== null ? data : {};
  const read = pageSchema.safeParse({ layout: 'prose', ...head });
  if (!read.success) throw badHead(file, read.error.issues);
  const page = read.data;
  if (page.layout !== 'article' && !page.isHidden && !page.updated)
    throw badHead(file, [{ path: ['updated'], message: 'needs the day the words last changed' }]);
  if (page.layout === 'solution' && page.parts.length !== page.sketch.warp.length)
    throw badHead(file, [{ path: ['parts'], message: 'needs one entry for each warp thread' }]);
  return page;
}

function badHead(file: string, issues: readonly { path: PropertyKey[]; message: string }[]) {
  const problems = issues.map(({ path: at, message }) => `  ${at.join('.') || 'page'}: ${message}`);
  return new Error(`${file} has a head that does not fit:\n${problems.join('\n')}`);
}
