import { formatCount } from '#lib/format.ts';
import { firstSentence } from '../metadata/metadata.ts';
import { PageLink } from '../navigation/PageLink.tsx';
import {
  buildSitemap,
  findRoute,
  type Sitemap,
  type SitemapCategory,
} from '../routes/route-table.ts';

const PageEntry = ({ path }: { path: string }) => {
  const route = findRoute(path);
  return (
    <li className="border-t border-line">
      <PageLink href={path} className="group block py-4">
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium group-hover:text-accent">{route?.label}</span>
          <code className="text-xs text-quiet">{path}</code>
        </span>
        <span className="mt-1 block max-w-measure text-sm text-quiet">
          {firstSentence(route?.description ?? '')}
        </span>
      </PageLink>
    </li>
  );
};

/** More would make this page larger than pages may be. */
const listedMax = 115;

/** The page of a category, which all its other pages are below. */
const ownPathOf = ({ routePaths }: SitemapCategory) =>
  routePaths.find((own) => routePaths.every((path) => path === own || path.startsWith(`${own}/`)));

/**
 * How many pages of a category are listed, so that the largest are cut first. One without a page of
 * its own is listed whole: nothing else would list the rest.
 */
function shareOf(categories: readonly SitemapCategory[]): number {
  const lengths = categories.map(({ routePaths }) => routePaths.length);
  const isWhole = categories.map((category) => ownPathOf(category) === undefined);
  const listed = (share: number) =>
    lengths.reduce((sum, length, at) => sum + (isWhole[at] ? length : Math.min(length, share)), 0);
  let share = Math.max(1, ...lengths);
  while (share > 1 && listed(share) > listedMax) share--;
  return share;
}

function PageList({ category, share }: { category: SitemapCategory; share: number }) {
  const { name, routePaths } = category;
  const ownPath = ownPathOf(category);
  const isCut = ownPath !== undefined && routePaths.length > share;
  return (
    <div className="border-b border-line lg:col-span-8">
      <ul>
        {routePaths.slice(0, isCut ? share : undefined).map((path) => (
          <PageEntry key={path} path={path} />
        ))}
      </ul>
      {isCut && (
        <p className="border-t border-line py-4">
          <PageLink href={ownPath} className="font-medium text-accent">
            All {formatCount(routePaths.length, 'page')} of {name}
          </PageLink>
        </p>
      )}
    </div>
  );
}

/** The pages by category, with counts. */
export function SiteMap({ sitemap = buildSitemap() }: { sitemap?: Sitemap }) {
  const { categories, totalPages, totalCategories } = sitemap;
  const share = shareOf(categories);
  return (
    <>
      <p className="mx-auto max-w-page px-gutter pb-10 text-sm text-quiet">
        {formatCount(totalPages, 'page')} in {totalCategories}{' '}
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
                {formatCount(category.routePaths.length, 'page')}
              </p>
            </div>
            <PageList category={category} share={share} />
          </div>
        </section>
      ))}
    </>
  );
}
