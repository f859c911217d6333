import { breadcrumbsOf } from './route-table.ts';
import { PageLink } from './sections/PageLink.tsx';
import { useAddress } from './use-address.ts';

/** Where the page stands; the page itself is its heading, so it is not repeated. */
export function Breadcrumbs() {
  const crumbs = breadcrumbsOf(useAddress()).filter(({ isLink }) => isLink);
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="flex flex-wrap text-sm text-quiet">
        {crumbs.map(({ path, label }) => (
          <li
            key={path}
            className="not-last:after:mx-2 not-last:after:text-control not-last:after:content-['/'/'']"
          >
            <PageLink
              href={path}
              className="inline-flex min-h-8 items-center underline-offset-4 hover:text-text hover:underline pointer-coarse:min-h-11"
            >
              {label}
            </PageLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}
