import { formatCount } from '#lib/format.ts';
import { firstSentence } from '../metadata/metadata.ts';
import { PageLink } from '../navigation/PageLink.tsx';
import { pagesBelow } from '../pages/pages-below.ts';
import {
  buildSitemap,
  findRoute,
  type Sitemap,
  type SitemapCategory,
} from '../routes/route-table.ts';

type PageEntryProps = { path: string; belowCount: number | undefined; isBrief: boolean };

const PageEntry = ({ path, belowCount, isBrief }: PageEntryProps) => {
  const route = findRoute(path);
  return (
    <li className="border-t border-line">
      <PageLink href={path} className="group block py-4">
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium group-hover:text-accent">{route?.label}</span>
          <code className="text-xs text-quiet">{path}</code>
        </span>
        {!isBrief && (
          <span className="mt-1 block max-w-measure text-sm text-quiet">
            {firstSentence(route?.description ?? '')}
          </span>
        )}
        {belowCount && (
          <span className="mt-1 block text-sm">Lists {formatCount(belowCount, 'more page')}</span>
        )}
      </PageLink>
    </li>
  );
};

/** Pages listed with a description. More would make this page larger than pages may be. */
const describedMax = 125;

/** The categories listed without descriptions: the largest, until the others are few enough. */
function pickBriefCategories(categories: readonly SitemapCategory[]): Set<SitemapCategory> {
  const brief = new Set<SitemapCategory>();
  let describedCount = categories.reduce((sum, { routePaths }) => sum + routePaths.length, 0);
  for (const category of categories.toSorted((a, b) => b.routePaths.length - a.routePaths.length)) {
    if (describedCount <= describedMax) break;
    brief.add(category);
    describedCount -= category.routePaths.length;
  }
  return brief;
}

type Counts = Readonly<Record<string, number>>;
type SiteMapProps = { sitemap?: Sitemap; below?: Counts };

/** Of the pages and those that they list. */
const countPages = (paths: readonly string[], below: Counts) =>
  paths.reduce((sum, path) => sum + (below[path] ?? 0), paths.length);

/** The pages by category, with counts. Generated pages are counted at the page that lists them. */
export function SiteMap({ sitemap = buildSitemap(), below = pagesBelow }: SiteMapProps) {
  const { categories, totalCategories } = sitemap;
  const paths = categories.flatMap(({ routePaths }) => routePaths);
  const brief = pickBriefCategories(categories);
  return (
    <>
      <p className="mx-auto max-w-page px-gutter pb-10 text-sm text-quiet">
        {formatCount(countPages(paths, below), 'page')} in {totalCategories}{' '}
        {totalCategories === 1 ? 'category' : 'categories'}
      </p>
      {categories.map((category) => (
        <section
          key={category.name}
          aria-labelledby={`category-${category.name}`}
          className="border-t border-line"
        >
          <div className="mx-auto grid max-w-page gap-x-10 gap-y-4 px-gutter py-12 lg:grid-cols-12">
            <div className="lg:col-span-4">
              <h2 id={`category-${category.name}`} className="text-2xl">
                {category.name}
              </h2>
              <p className="mt-3 max-w-80 text-sm text-quiet">{category.description}</p>
              <p className="mt-3 text-xs text-quiet">
                {formatCount(countPages(category.routePaths, below), 'page')}
              </p>
            </div>
            <ul className="border-b border-line lg:col-span-8">
              {category.routePaths.map((path) => (
                <PageEntry
                  key={path}
                  path={path}
                  belowCount={below[path]}
                  isBrief={brief.has(category)}
                />
              ))}
            </ul>
          </div>
        </section>
      ))}
    </>
  );
}
