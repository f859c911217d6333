import { Outlet } from 'react-router';
import { PageDiagram } from '../diagram/PageDiagram.tsx';
import { Breadcrumbs } from '../layout/Breadcrumbs.tsx';
import type { PageOf } from '../pages/page-schema.ts';
import { usePageOf } from '../pages/use-page.ts';
import { Section } from '../sections/Section.tsx';
import { CollectionPageEnd } from './CollectionPageEnd.tsx';

const IndustryHero = ({ page }: { page: PageOf<'industry'> }) => (
  <div className="mx-auto max-w-page px-gutter pt-6">
    <Breadcrumbs />
    <h1 className="mt-8 max-w-[18ch] text-6xl">{page.heading ?? page.title}</h1>
    <p className="mt-8 max-w-[56ch] text-lg text-quiet lg:ml-[calc(100%/12*5)]">{page.lead}</p>
  </div>
);

/** Sentences side by side, each next to its own vertical line. */
const Signs = ({ signs }: { signs: readonly string[] }) => (
  <section className="mx-auto max-w-page px-gutter pt-16 pb-section">
    <h2 className="font-sans text-sm font-normal text-quiet tracking-normal">Signs of a problem</h2>
    <ul className="mt-5 grid gap-y-8 sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
      {signs.map((sign) => (
        <li
          key={sign}
          className="relative border-l border-control px-5 pt-10 pb-4 font-display text-xl font-semibold before:absolute before:top-3 before:-left-3 before:h-0.5 before:w-9 before:bg-accent"
        >
          {sign}
        </li>
      ))}
    </ul>
  </section>
);

/** An industry starts with problems that its people know. */
export default function IndustryLayout() {
  const page = usePageOf('industry');
  if (!page) return null;
  return (
    <>
      <IndustryHero page={page} />
      <Signs signs={page.signs} />
      <Section title="How it fits together" lead={page.diagram.label} isSunken>
        <PageDiagram {...page.diagram} hasCaption={false} className="max-w-160" />
      </Section>
      <Outlet />
      <CollectionPageEnd page={page} />
    </>
  );
}
