import { PageLink } from '../navigation/PageLink.tsx';
import { contentCards } from '../pages/content-cards.ts';
import { findRoute, listBreadcrumbs } from '../routes/route-table.ts';

function RelatedPage({ path }: { path: string }) {
  const route = findRoute(path);
  if (!route) return null;
  const section = listBreadcrumbs(path)[1]?.label;
  const project = contentCards.find((one) => one.path === path)?.project;
  return (
    <li className="border-t border-line">
      <PageLink
        href={path}
        className="group grid gap-x-6 gap-y-0.5 py-4 sm:grid-cols-[9rem_1fr] sm:items-baseline"
      >
        <span className="text-sm text-quiet">{section !== route.label && section}</span>
        <span>
          <span className="text-lg font-semibold group-hover:text-accent">{route.label}</span>
          <span className="block max-w-measure text-quiet">
            {project?.tagline ?? route.description}
          </span>
        </span>
      </PageLink>
    </li>
  );
}

/** A list of related pages. */
export const Related = ({ paths }: { paths: readonly string[] }) => (
  <ul className="border-b border-line">
    {paths.map((path) => (
      <RelatedPage key={path} path={path} />
    ))}
  </ul>
);
