import site from '#content/site.json' with { type: 'json' };
import { feedPaths } from './feed-paths.ts';
import {
  absoluteUrl,
  alternatesOf,
  fullTitle,
  type Meta,
  type MetaSettings,
  mergeMeta,
  shareImagePath,
} from './meta.ts';
import type { Page } from './page-schema.ts';
import { breadcrumbsOf } from './route-table.ts';
import { knotsOf } from './sketch-knots.ts';
import { printJsonLd, structuredData } from './structured-data.ts';
import { useAddress } from './use-address.ts';
import { usePage } from './use-page.ts';

const siteUrl = import.meta.env.SITE_URL;
/** The path that pages of a language begin with. */
const languages = { en: '' };

type PageMetaProps = {
  /** What a component on the page knows better than the page's head. */
  settings?: MetaSettings;
};

function settingsOf(page: Page): MetaSettings {
  if (!('sketch' in page && page.sketch)) return page;
  const { warp, weft } = page.sketch;
  const weave = { warp: warp.length, weft: weft.length, knots: knotsOf(page.sketch) };
  return { ...page, weave };
}

const feedTitle = `${site.name}: blog`;

type AddressesProps = { path: string };

const Addresses = ({ path }: AddressesProps) => (
  <>
    <link rel="canonical" href={absoluteUrl(path, siteUrl)} />
    <link rel="alternate" type="application/rss+xml" title={feedTitle} href={feedPaths.rss} />
    <link rel="alternate" type="application/feed+json" title={feedTitle} href={feedPaths.json} />
    {alternatesOf(path, languages).map(({ language, path: other }) => (
      <link key={language} rel="alternate" hrefLang={language} href={absoluteUrl(other, siteUrl)} />
    ))}
  </>
);

type SocialCardProps = { meta: Meta; path: string };

function SocialCard({ meta, path }: SocialCardProps) {
  const image = absoluteUrl(shareImagePath(meta), siteUrl);
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={meta.title} />
      <meta property="og:description" content={meta.description} />
      {meta.isIndexed && <meta property="og:url" content={absoluteUrl(path, siteUrl)} />}
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={meta.ogImage.title} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={meta.title} />
      <meta name="twitter:description" content={meta.description} />
      <meta name="twitter:image" content={image} />
    </>
  );
}

/** Title, head and structured data of a page from content/; screens write their own title. */
export function PageMeta({ settings = {} }: PageMetaProps) {
  const page = usePage();
  const path = useAddress();
  if (!page) return null;
  const meta = mergeMeta(settingsOf(page), settings);
  const canonical = page.canonical ?? path;
  const image = absoluteUrl(shareImagePath(meta), siteUrl);
  const place = { path, siteUrl, breadcrumbs: breadcrumbsOf(path), image };
  return (
    <>
      <title>{fullTitle(meta.title, path)}</title>
      <meta name="description" content={meta.description} />
      {meta.keywords.length > 0 && <meta name="keywords" content={meta.keywords.join(', ')} />}
      {meta.isIndexed ? <Addresses path={canonical} /> : <meta name="robots" content="noindex" />}
      <SocialCard meta={meta} path={canonical} />
      {meta.isIndexed && (
        <script
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: data, printed so that it can't end the script.
          dangerouslySetInnerHTML={{
            __html: printJsonLd(structuredData({ ...page, ...pick(meta) }, place, meta.jsonLd)),
          }}
        />
      )}
    </>
  );
}

const pick = ({ title, description }: Meta) => ({ title, description });
