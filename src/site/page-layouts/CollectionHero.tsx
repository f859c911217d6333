import type { ReactNode } from 'react';
import { formatList } from '#lib/format.ts';
import { Breadcrumbs } from '../layout/Breadcrumbs.tsx';
import { Action } from '../sections/Action.tsx';

type CollectionHeroProps = {
  page: { title: string; label?: string | undefined; tagline: string; lead: string };
  /** Above the heading, when it is more than a page of its collection. */
  shelf?: string;
  action: { label: string; path: string };
  /** Beside the text. */
  children: ReactNode;
};

/** The top of a collection's page: its plain name, its one thought, and what it is. */
export const CollectionHero = ({ page, shelf, action, children }: CollectionHeroProps) => (
  <div className="mx-auto grid max-w-page gap-x-10 gap-y-12 px-gutter pt-6 pb-section lg:grid-cols-12">
    <div className="lg:col-span-7">
      <Breadcrumbs />
      {shelf && <p className="mt-8 -mb-4 text-sm font-semibold text-accent">{shelf}</p>}
      <h1 className="mt-8 text-4xl">{page.label ?? page.title}</h1>
      <p className="mt-4 max-w-[34ch] text-2xl text-quiet">{page.tagline}</p>
      <p className="mt-7 max-w-[56ch] text-lg">{page.lead}</p>
      <div className="mt-9">
        <Action {...action} />
      </div>
    </div>
    <div className="lg:col-span-4 lg:col-start-9 lg:self-end">{children}</div>
  </div>
);

type DeliverablesProps = {
  deliverables: readonly string[];
  technologies?: readonly string[];
};

/** What the customer receives, and the technologies behind it. */
export const Deliverables = ({ deliverables, technologies }: DeliverablesProps) => (
  <section aria-labelledby="deliverables">
    <h2 id="deliverables" className="font-sans text-sm font-semibold tracking-normal">
      What you receive
    </h2>
    <ul className="mt-3 border-b border-line">
      {deliverables.map((name) => (
        <li
          key={name}
          className="flex items-baseline gap-3 border-t border-line py-2.5 before:size-1.5 before:shrink-0 before:rotate-45 before:bg-accent"
        >
          {name}
        </li>
      ))}
    </ul>
    {technologies && (
      <p className="mt-3 text-sm text-quiet">Usually built with {formatList(technologies)}.</p>
    )}
  </section>
);
