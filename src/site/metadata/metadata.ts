// The metadata of a page for browsers, search engines and other sites: the site's defaults,
// overridden by the page's frontmatter, overridden by a component on the page.
import site from '#content/site.json' with { type: 'json' };

export type JsonLd = Record<string, unknown>;

/** The size of the diagram on a share image, and its links as [layer, flow]. */
export type CardDiagram = {
  layers: number;
  flows: number;
  links: readonly (readonly [number, number])[];
};

export type MetaSettings = {
  title?: string | undefined;
  description?: string | undefined;
  keywords?: readonly string[] | undefined;
  /** In addition to the structured data of every page. */
  jsonLd?: JsonLd | readonly JsonLd[] | undefined;
  /** Defaults to the title and description of the page. */
  ogImage?: { title?: string | undefined; subtitle?: string | undefined } | undefined;
  /** The page's diagram, for its share image. */
  cardDiagram?: CardDiagram | undefined;
  /** For signed-in users only: not for search engines. */
  isProtected?: boolean | undefined;
  isHidden?: boolean | undefined;
  /** False hides the top bar. */
  appBar?: boolean | undefined;
};

export type Meta = {
  title: string;
  description: string;
  keywords: readonly string[];
  jsonLd: readonly JsonLd[];
  ogImage: { title: string; subtitle: string };
  cardDiagram: CardDiagram | undefined;
  isIndexed: boolean;
  appBar: boolean;
};

export const metaDefaults = {
  title: site.name,
  description: `${site.name}: ${site.description}. ${site.slogan}.`,
  keywords: site.keywords,
} satisfies MetaSettings;

/** Enough on an image, whose address with the text is part of the page, and in a list of all. */
export const firstSentence = (text: string) => /^.+?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;

/**
 * Later layers override earlier ones field by field; undefined fields override nothing. Structured
 * data of all layers is combined, and a page is not indexed if any layer hides or protects it.
 */
export function mergeMeta(...layers: readonly MetaSettings[]): Meta {
  const all = [metaDefaults, ...layers] as readonly MetaSettings[];
  const last = <Key extends keyof MetaSettings>(key: Key) =>
    all.findLast((layer) => layer[key] !== undefined)?.[key];
  const lastOfImage = (key: 'title' | 'subtitle') =>
    all.findLast(({ ogImage }) => ogImage?.[key] !== undefined)?.ogImage?.[key];
  const title = last('title') ?? metaDefaults.title;
  const description = last('description') ?? metaDefaults.description;
  return {
    title,
    description,
    keywords: last('keywords') ?? [],
    jsonLd: all.flatMap(({ jsonLd }) => jsonLd ?? []),
    ogImage: {
      title: lastOfImage('title') ?? title,
      subtitle: lastOfImage('subtitle') ?? firstSentence(description),
    },
    cardDiagram: last('cardDiagram'),
    isIndexed: !all.some(({ isHidden, isProtected }) => isHidden || isProtected),
    appBar: last('appBar') ?? true,
  };
}

/** For the browser tab and search results. */
export function fullTitle(title: string, path: string): string {
  if (title === site.name) return title;
  return path === '/' ? `${site.name}: ${title}` : `${title} · ${site.name}`;
}

export const absoluteUrl = (path: string, siteUrl: string): string => siteUrl + path;

/** The path without a trailing slash. */
export const canonicalPath = (pathname: string): string => pathname.replace(/(.)\/+$/, '$1');

/** The address of the share image. */
export function shareImagePath({
  ogImage,
  cardDiagram,
}: Pick<Meta, 'ogImage' | 'cardDiagram'>): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ ...ogImage, diagram: cardDiagram }));
  const data = btoa(String.fromCharCode(...bytes));
  return `/api/og?data=${encodeURIComponent(data)}`;
}

export type Alternate = { language: string; path: string };

/**
 * The page in every language, and `x-default`; empty while there is only one language. `prefixes`
 * maps each language to the prefix of its paths; the first is the default.
 */
export function listAlternates(path: string, prefixes: Record<string, string>): Alternate[] {
  const languages = Object.entries(prefixes);
  const [first] = languages;
  if (!first || languages.length < 2) return [];
  return [...languages, ['x-default', first[1]] as const].map(([language, prefix]) => ({
    language,
    path: `${prefix}${path}`.replace(/(.)\/$/, '$1'),
  }));
}
