import { ArrowRight } from 'lucide-react';
import { DiagramThumbnail } from '../diagram/DiagramThumbnail.tsx';
import { PageLink } from '../navigation/PageLink.tsx';
import { contentCards } from '../pages/content-cards.ts';
import type { PageCard } from '../pages/content-pages.ts';
import type { Collection } from '../pages/page-schema.ts';

const PageRow = ({ card }: { card: PageCard }) => (
  <li className="border-t border-line">
    <PageLink
      href={card.path}
      className="group mx-auto grid max-w-page items-center gap-x-10 gap-y-5 px-gutter py-8 hover:bg-text/3 md:grid-cols-12"
    >
      <DiagramThumbnail diagram={card.diagram} className="max-h-40 max-w-48 md:col-span-2" />
      <span className="md:col-span-4">
        <span className="font-display text-3xl font-semibold tracking-tight group-hover:text-accent">
          {card.label}
        </span>
        {card.kind && <span className="mt-2 block text-sm text-quiet">{card.kind}</span>}
      </span>
      <span className="max-w-measure text-quiet md:col-span-5">
        {card.lead}
        {card.technologies && (
          <span className="mt-2 block text-sm text-text">{card.technologies.join(' · ')}</span>
        )}
      </span>
      <ArrowRight
        size={24}
        aria-hidden
        className="hidden justify-self-end text-quiet transition-transform group-hover:translate-x-1 group-hover:text-accent md:block"
      />
    </PageLink>
  </li>
);

type PageListProps = {
  collection: Collection /** Only these, in this order. */;
  paths?: readonly string[];
};

/** The pages of a collection, each with its own diagram. */
export function PageList({ collection, paths }: PageListProps) {
  const cards = contentCards.filter(({ path }) => path.startsWith(`/${collection}/`));
  const shown = paths?.flatMap((path) => cards.filter((card) => card.path === path)) ?? cards;
  return (
    <ul data-pagefind-ignore="">
      {shown.map((card) => (
        <PageRow key={card.path} card={card} />
      ))}
    </ul>
  );
}
