import { contentCards } from '../content-cards.ts';
import { breadcrumbsOf, findRoute } from '../route-table.ts';
import { PageLink } from './PageLink.tsx';
import { SketchSign } from './SketchSign.tsx';

const sectionOf = (path: string) => breadcrumbsOf(path)[1]?.label;

function RelatedPage({ path }: { path: string }) {
  const route = findRoute(path);
  const card = contentCards.find((one) => one.path === path);
  if (!route) return null;
  return (
    <li className="border-t border-line">
      <PageLink href={path} className="group grid grid-cols-[4.5rem_1fr] gap-6 py-5">
        <span className="self-center">{card && <SketchSign sketch={card.sketch} />}</span>
        <span>
          <span className="block text-xs text-quiet">{sectionOf(path)}</span>
          <span className="font-display text-xl font-semibold tracking-tight group-hover:text-madder">
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
export const Related = ({ paths }: { paths: readonly string[] }) => (
  <ul className="border-b border-line" data-pagefind-ignore="">
    {paths.map((path) => (
      <RelatedPage key={path} path={path} />
    ))}
  </ul>
);
