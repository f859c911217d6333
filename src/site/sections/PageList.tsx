import { ArrowRight } from 'lucide-react';
import { PageLink } from '../navigation/PageLink.tsx';
import { contentCards } from '../pages/content-cards.ts';
import type { PageCard } from '../pages/content-pages.ts';
import type { Collection } from '../pages/page-schema.ts';

const PageRow = ({ card }: { card: PageCard }) => (
  <li className="border-t border-line last:border-b">
    <PageLink
      href={card.path}
      className="group grid items-baseline gap-x-10 gap-y-2 py-6 md:grid-cols-12"
    >
      <span className="font-display text-2xl font-semibold tracking-tight group-hover:text-accent md:col-span-4">
        {card.label}
      </span>
      <span className="max-w-measure text-quiet md:col-span-7">{card.lead}</span>
      <ArrowRight
        size={22}
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

/** The pages of a collection. */
export function PageList({ collection, paths }: PageListProps) {
  const cards = contentCards.filter(({ path }) => path.startsWith(`/${collection}/`));
  const listed = paths?.flatMap((path) => cards.filter((card) => card.path === path)) ?? cards;
  return (
    <ul className="mx-auto max-w-page px-gutter pb-section">
      {listed.map((card) => (
        <PageRow key={card.path} card={card} />
      ))}
    </ul>
  );
}
