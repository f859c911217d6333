import { PageLink } from '../navigation/PageLink.tsx';
import { useAddress } from '../navigation/use-address.ts';
import { listBreadcrumbs } from '../routes/route-table.ts';

/** The path to the page, without the page itself: its heading follows. */
export function Breadcrumbs() {
  const crumbs = listBreadcrumbs(useAddress()).filter(({ isLink }) => isLink);
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="breadcrumbs flex flex-wrap text-sm text-quiet">
        {crumbs.map(({ path, label }) => (
          <li key={path}>
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
