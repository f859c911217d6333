import { formatCount } from '#lib/format.ts';
import { firstSentence } from '../metadata/metadata.ts';
import { PageLink } from '../navigation/PageLink.tsx';
import { buildSitemap, findRoute, type Sitemap } from '../routes/route-table.ts';

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

/** More pages of a category would make this page larger than pages may be. */
const listedMax = 80;

/** The pages by category, with counts. A category's own page, its first, lists all of them. */
export function SiteMap({ sitemap = buildSitemap() }: { sitemap?: Sitemap }) {
  const { categories, totalPages, totalCategories } = sitemap;
  return (
    <>
      <p className="mx-auto max-w-page px-gutter pb-10 text-sm text-quiet">
        {formatCount(totalPages, 'page')} in {totalCategories}{' '}
        {totalCategories === 1 ? 'category' : 'categories'}
      </p>
      {categories.map(({ name, description, routePaths }) => (
        <section key={name} aria-labelledby={`category-${name}`} className="border-t border-line">
          <div className="mx-auto grid max-w-page gap-x-10 gap-y-4 px-gutter py-12 lg:grid-cols-12">
            <div className="lg:col-span-4">
              <h2 id={`category-${name}`} className="text-2xl">
                {name}
              </h2>
              <p className="mt-3 max-w-80 text-sm text-quiet">{description}</p>
              <p className="mt-3 text-xs text-quiet">{formatCount(routePaths.length, 'page')}</p>
            </div>
            <div className="border-b border-line lg:col-span-8">
              <ul>
                {routePaths.slice(0, listedMax).map((path) => (
                  <PageEntry key={path} path={path} />
                ))}
              </ul>
              {routePaths[0] && routePaths.length > listedMax && (
                <p className="border-t border-line py-4">
                  <PageLink href={routePaths[0]} className="font-medium text-accent">
                    All {formatCount(routePaths.length, 'page')} of {name}
                  </PageLink>
                </p>
              )}
            </div>
          </div>
        </section>
      ))}
    </>
  );
}
