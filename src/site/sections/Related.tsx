import clsx from 'clsx';
import { DiagramThumbnail } from '../diagram/DiagramThumbnail.tsx';
import { PageLink } from '../navigation/PageLink.tsx';
import { contentCards } from '../pages/content-cards.ts';
import { breadcrumbsOf, findRoute } from '../routes/route-table.ts';

const sectionOf = (path: string) => breadcrumbsOf(path)[1]?.label;

const cardOf = (path: string) => contentCards.find((one) => one.path === path);

/**
 * `hasThumbnails`: at least one page of the list has a diagram, so every row reserves room for one.
 */
function RelatedPage({ path, hasThumbnails }: { path: string; hasThumbnails: boolean }) {
  const route = findRoute(path);
  const card = cardOf(path);
  if (!route) return null;
  const section = sectionOf(path);
  return (
    <li className="border-t border-line">
      <PageLink
        href={path}
        className={clsx('group grid gap-6 py-5', hasThumbnails && 'grid-cols-[4.5rem_1fr]')}
      >
        {hasThumbnails && (
          <span className="self-center">{card && <DiagramThumbnail diagram={card.diagram} />}</span>
        )}
        <span>
          {section !== route.label && <span className="block text-xs text-quiet">{section}</span>}
          <span className="font-display text-xl font-semibold tracking-tight group-hover:text-accent">
            {route.label}
          </span>
          <span className="mt-1 block max-w-measure text-quiet">
            {card?.lead ?? route.description}
          </span>
        </span>
      </PageLink>
    </li>
  );
}

/** A list of related pages. */
export function Related({ paths }: { paths: readonly string[] }) {
  const hasThumbnails = paths.some(cardOf);
  return (
    <ul className="border-b border-line" data-pagefind-ignore="">
      {paths.map((path) => (
        <RelatedPage key={path} path={path} hasThumbnails={hasThumbnails} />
      ))}
    </ul>
  );
}
