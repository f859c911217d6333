import { siteSettings } from '#client/site-settings.ts';
import site from '#content/site.json' with { type: 'json' };
import { listLinks } from '../diagram/diagram-links.ts';
import { useAddress } from '../navigation/use-address.ts';
import type { Page } from '../pages/page-schema.ts';
import { usePage } from '../pages/use-page.ts';
import { findPerson } from '../people/authors.ts';
import { type Breadcrumb, findRoute, listBreadcrumbs } from '../routes/route-table.ts';
import { changelogFeed, changelogPath, feedPaths } from './feed-paths.ts';
import { markdownPath } from './markdown-path.ts';
import {
  absoluteUrl,
  fullTitle,
  listAlternates,
  type Meta,
  type MetaSettings,
  mergeMeta,
  shareImagePath,
} from './metadata.ts';
import { printJsonLd, structuredData } from './structured-data.ts';

const { siteUrl } = siteSettings;
/** The path prefix of each language. */
const languages = { en: '' };

type PageMetaProps = {
  /** Overrides of the frontmatter by a component on the page. */
  settings?: MetaSettings;
};

function listSettings(page: Page): MetaSettings {
  if (!('diagram' in page && page.diagram)) return page;
  const { layers, flows } = page.diagram;
  const links = listLinks(page.diagram);
  return { ...page, cardDiagram: { layers: layers.length, flows: flows.length, links } };
}

const feedTitle = `${site.name}: blog`;

type AddressesProps = { path: string };

const Addresses = ({ path }: AddressesProps) => (
  <>
    <link rel="canonical" href={absoluteUrl(path, siteUrl)} />
    <link rel="alternate" type="application/rss+xml" title={feedTitle} href={feedPaths.rss} />
    <link rel="alternate" type="application/feed+json" title={feedTitle} href={feedPaths.json} />
    {path === changelogPath && (
      <link rel="alternate" type="application/atom+xml" title="Changelog" href={changelogFeed} />
    )}
    <link rel="alternate" type="text/markdown" href={markdownPath(path)} />
    {listAlternates(path, languages).map(({ language, path: other }) => (
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

/** The page itself under its own name: routes with parameters have one for all of their pages. */
const nameLast = (crumbs: readonly Breadcrumb[], { label, title }: Page): Breadcrumb[] =>
  crumbs.map((crumb, at) =>
    at > 0 && at === crumbs.length - 1 ? { ...crumb, label: label ?? title } : crumb,
  );

/** Of a screen, which sets its own title: what a link to it shows elsewhere. */
function ScreenMeta({ path }: AddressesProps) {
  const route = findRoute(path);
  // Others have a record in their address, which is nobody else's business.
  if (route?.path !== path) return null;
  const meta = mergeMeta({
    title: route.label,
    description: route.description,
    isHidden: route.isHidden,
  });
  return (
    <>
      <meta name="keywords" content={meta.keywords.join(', ')} />
      <link rel="canonical" href={absoluteUrl(path, siteUrl)} />
      <SocialCard meta={meta} path={path} />
    </>
  );
}

/** Title, meta elements and structured data of a page in content/. */
export function PageMeta({ settings = {} }: PageMetaProps) {
  const page = usePage();
  const path = useAddress();
  if (!page) return <ScreenMeta path={path} />;
  const meta = mergeMeta(listSettings(page), settings);
  const canonical = page.canonical ?? path;
  const image = absoluteUrl(shareImagePath(meta), siteUrl);
  const place = { path, siteUrl, breadcrumbs: nameLast(listBreadcrumbs(path), page), image };
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
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON escaped so that it can't end the script.
          dangerouslySetInnerHTML={{
            __html: printJsonLd(
              structuredData({ ...page, ...pick(meta), ...signed(page) }, place, meta.jsonLd),
            ),
          }}
        />
      )}
    </>
  );
}

const pick = ({ title, description }: Meta) => ({ title, description });

function signed(page: Page) {
  const person = page.layout === 'article' && findPerson(page.author);
  return person ? { person } : {};
}
