import clsx from 'clsx';
import { contentCards } from '../content-cards.ts';
import { breadcrumbsOf, findRoute } from '../route-table.ts';
import { PageLink } from './PageLink.tsx';
import { SketchSign } from './SketchSign.tsx';

const sectionOf = (path: string) => breadcrumbsOf(path)[1]?.label;

const cardOf = (path: string) => contentCards.find((one) => one.path === path);

/** `hasSigns`: some page of the list has a weave, so that all leave room for one. */
function RelatedPage({ path, hasSigns }: { path: string; hasSigns: boolean }) {
  const route = findRoute(path);
  const card = cardOf(path);
  if (!route) return null;
  const section = sectionOf(path);
  return (
    <li className="border-t border-line">
      <PageLink
        href={path}
        className={clsx('group grid gap-6 py-5', hasSigns && 'grid-cols-[4.5rem_1fr]')}
      >
        {hasSigns && (
          <span className="self-center">{card && <SketchSign sketch={card.sketch} />}</span>
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

/** Pages to go on with. */
export function Related({ paths }: { paths: readonly string[] }) {
  const hasSigns = paths.some(cardOf);
  return (
    <ul className="border-b border-line" data-pagefind-ignore="">
      {paths.map((path) => (
        <RelatedPage key={path} path={path} hasSigns={hasSigns} />
      ))}
    </ul>
  );
}
