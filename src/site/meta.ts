// What a page says about itself to browsers, search engines and other sites: the project's
// defaults, then the page's head, then what a component on it knows better.
import site from '#content/site.json' with { type: 'json' };

export type JsonLd = Record<string, unknown>;

/** Threads of the weave on a share image, with its knots as [warp, weft]. */
export type ImageWeave = {
  warp: number;
  weft: number;
  knots: readonly (readonly [number, number])[];
};

export type MetaSettings = {
  title?: string | undefined;
  description?: string | undefined;
  keywords?: readonly string[] | undefined;
  /** Added to what pages say anyway. */
  jsonLd?: JsonLd | readonly JsonLd[] | undefined;
  /** Title and description of the page where it is left out. */
  ogImage?: { title?: string | undefined; subtitle?: string | undefined } | undefined;
  /** The page's own drawing, for its share image. */
  weave?: ImageWeave | undefined;
  /** Only for people who are signed in: not for search engines. */
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
  weave: ImageWeave | undefined;
  isIndexed: boolean;
  appBar: boolean;
};

export const metaDefaults = {
  title: site.name,
  description: `${site.name}: ${site.description}. ${site.slogan}.`,
  keywords: site.keywords,
} satisfies MetaSettings;

/** A picture is looked at, not read; and its address, which holds the words, stands in the page. */
const firstSentence = (text: string) => /^.+?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;

/**
 * Later layers win, field by field; an undefined field leaves what stands. Structured data of all
 * layers is kept, and whoever says that a page is hidden or protected is believed.
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
    weave: last('weave'),
    isIndexed: !all.some(({ isHidden, isProtected }) => isHidden || isProtected),
    appBar: last('appBar') ?? true,
  };
}

/** For the browser's tab and for search results. */
export function fullTitle(title: string, path: string): string {
  if (title === site.name) return title;
  return path === '/' ? `${site.name}: ${title}` : `${title} · ${site.name}`;
}

/** Without a public address (a build on a developer's machine) paths stay relative. */
export const absoluteUrl = (path: string, siteUrl: string): string =>
  siteUrl && path === '/' ? `${siteUrl}/` : `${siteUrl}${path}`;

/** The one address of a page, however it was reached: no trailing slash. */
export const canonicalPath = (pathname: string): string => pathname.replace(/(.)\/+$/, '$1');

/** The address of the picture that other sites show beside a link. */
export function shareImagePath({ ogImage, weave }: Pick<Meta, 'ogImage' | 'weave'>): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ ...ogImage, weave }));
  const data = btoa(String.fromCharCode(...bytes));
  return `/api/og?data=${encodeURIComponent(data)}`;
}

export type Alternate = { language: string; path: string };

/**
 * The same page in every language, and `x-default` for everybody else; none while there is one
 * language alone. `prefixes` holds the path that a language's pages begin with; the first is the
 * default.
 */
export function alternatesOf(path: string, prefixes: Record<string, string>): Alternate[] {
  const languages = Object.entries(prefixes);
  const [first] = languages;
  if (!first || languages.length < 2) return [];
  return [...languages, ['x-default', first[1]] as const].map(([language, prefix]) => ({
    language,
    path: `${prefix}${path}`.replace(/(.)\/$/, '$1'),
  }));
}
