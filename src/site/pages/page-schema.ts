// The frontmatter of a page in content/, validated at build. docs/guides/add-a-page.md explains
// every field.
import { z } from 'zod';
import { captureNames } from '../captures/captures.ts';
import { diagramSchema } from '../diagram/diagram-schema.ts';

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
  'plug',
  'question',
  'receipt',
  'ship',
  'user',
  'wallet',
  'webhook',
  'wrench',
] as const;
export type RouteIconName = (typeof routeIcons)[number];

export const glyphs = [
  'ledger',
  'pipeline',
  'reader',
  'map',
  'phone',
  'game',
  'gateway',
  'editor',
] as const;
export type Glyph = (typeof glyphs)[number];

/** Folders of pages with the same layout; each has an overview at its own address. */
export const collections = ['services', 'industries', 'solutions', 'projects', 'blog'] as const;
export type Collection = (typeof collections)[number];

/** Letters of the line below a name in a menu. */
export const menuLineMax = 60;

const path = z.string().regex(/^\/[a-z0-9/-]*$/, 'must be a path of this site, in lower case');
const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens');
const words = z.string().min(1);

const common = {
  /** For the browser tab and search results; the company's name is added. */
  title: words.max(60),
  description: z.string().min(50).max(160),
  keywords: z.array(words).optional(),
  /** The name in menus, if the title is too long. */
  label: words.max(32).optional(),
  /** The line below the name in menus. */
  menuLine: words.max(menuLineMax).optional(),
  /** Other words that people search for when they mean this page. */
  alsoCalled: z.array(words).optional(),
  icon: z.enum(routeIcons).optional(),
  /** The position in menus and lists; equal ones are sorted by label. */
  order: z.number().int().default(100),
  /** The first heading, if it should differ from the title. */
  heading: words.optional(),
  /** One to three sentences below the heading. */
  lead: words.optional(),
  /** The day of the last change of the text, for prose pages and the sitemap. */
  updated: z.iso.date().optional(),
  /** The page with the same content that search engines should show instead. */
  canonical: path.optional(),
  /** The text on the share image, if title and description do not fit. */
  ogImage: z.strictObject({ title: words.max(80), subtitle: words.max(160).optional() }).optional(),
  /** Structured data in addition to that of the layout. */
  jsonLd: z.record(z.string(), z.unknown()).optional(),
  /** False hides the top bar. */
  appBar: z.boolean().default(true),
  /** In no menu, no list and not for search engines. */
  isHidden: z.boolean().default(false),
  isHiddenInSitemap: z.boolean().default(false),
  questions: z.array(z.strictObject({ question: words, answer: words })).optional(),
  /** Paths of related pages. */
  related: z.array(path).optional(),
  /** The call to action at the end of the page. */
  nextStep: z.strictObject({ title: words, text: words, label: words, path }).optional(),
};

const { heading: _, ...withoutHeading } = common;

/** Required on every page of a collection. Its heading is its plain name: `label` or `title`. */
const inCollection = {
  ...withoutHeading,
  /** The one thought of the page, below the heading. */
  tagline: words.max(90),
  lead: words,
  diagram: diagramSchema.refine(({ flows }) => flows.some(({ notes }) => notes), {
    error: 'at least one flow needs notes',
  }),
  questions: common.questions.unwrap().length(3),
  related: common.related.unwrap().min(1),
  nextStep: common.nextStep.unwrap(),
  /** What the customer receives, each in a few words. */
  deliverables: z.array(words).min(3).max(5),
};

const technologies = z.array(words).min(1);

export const pageSchema = z.discriminatedUnion('layout', [
  z.strictObject({ layout: z.enum(['plain', 'prose', 'contact', 'search']), ...common }),
  z.strictObject({
    layout: z.literal('overview'),
    ...common,
    lead: words,
    collection: z.enum(collections),
  }),
  z.strictObject({
    layout: z.literal('service'),
    ...inCollection,
    /** The row of the table on the home page, each cell in a few words. */
    inShort: z.strictObject({
      /** What it is for. */
      purpose: words.max(90),
      firstStep: words.max(60),
      duration: words.max(24),
    }),
  }),
  z.strictObject({
    layout: z.literal('industry'),
    ...inCollection,
    /** Typical complaints of customers in this industry. */
    signs: z.array(words).min(3).max(5),
    technologies,
  }),
  z.strictObject({
    layout: z.literal('solution'),
    ...inCollection,
    /** What each layer of the diagram does, in the diagram's order. */
    parts: z.array(words),
    technologies,
  }),
  z.strictObject({
    layout: z.literal('project'),
    ...inCollection,
    /** The kind of system, in a few words. */
    kind: words.max(60),
    /** `running` only for what this product itself runs; `blueprint` for a design. */
    shelf: z.enum(['running', 'blueprint']),
    glyph: z.enum(glyphs),
    /** Where a visitor can use it; required for what is running. */
    tryIt: z.strictObject({ label: words.max(40), path }).optional(),
    /** A picture of it, for what is running. */
    capture: z.enum(captureNames).optional(),
    industries: z.array(slug).min(1),
    services: z.array(slug).min(1),
    technologies,
  }),
  z.strictObject({
    layout: z.literal('article'),
    ...common,
    lead: words,
    /** The person of content/people/ who signs it; the team when left out. */
    author: slug.optional(),
    published: z.iso.date(),
    tags: z.array(slug).min(1).max(5),
    diagram: diagramSchema.optional(),
  }),
]);
export type Page = z.infer<typeof pageSchema>;
export type CollectionPage = Extract<Page, { diagram: unknown }>;
export type PageWith<Layout extends Page['layout']> = Extract<Page, { layout: Layout }>;

/** Throws with the file and every field that is wrong. */
export function readPage(data: unknown, file: string): Page {
  const head = typeof data === 'object' && data !== null ? data : {};
  const read = pageSchema.safeParse({ layout: 'prose', ...head });
  if (!read.success) throw invalidFrontmatter(file, read.error.issues);
  const page = read.data;
  if (page.layout !== 'article' && !page.isHidden && !page.updated)
    throw invalidFrontmatter(file, [
      { path: ['updated'], message: 'needs the day of the last change' },
    ]);
  if (page.layout === 'solution' && page.parts.length !== page.diagram.layers.length)
    throw invalidFrontmatter(file, [
      { path: ['parts'], message: 'needs one entry for each layer' },
    ]);
  if (page.layout === 'article' && page.updated && page.updated < page.published)
    throw invalidFrontmatter(file, [
      { path: ['updated'], message: 'is before the day of publication' },
    ]);
  return page;
}

function invalidFrontmatter(
  file: string,
  issues: readonly { path: PropertyKey[]; message: string }[],
) {
  const problems = issues.map(({ path: at, message }) => `  ${at.join('.') || 'page'}: ${message}`);
  return new Error(`${file} has invalid frontmatter:\n${problems.join('\n')}`);
}
