import { Outlet } from 'react-router';
import { Breadcrumbs } from '../Breadcrumbs.tsx';
import type { PageOf } from '../page-schema.ts';
import { Section } from '../sections/Section.tsx';
import { Sketch } from '../sections/Sketch.tsx';
import { usePageOf } from '../use-page.ts';
import { FamilyEnd } from './FamilyEnd.tsx';

const IndustryHero = ({ page }: { page: PageOf<'industry'> }) => (
  <div className="mx-auto max-w-page px-gutter pt-6">
    <Breadcrumbs />
    <h1 className="mt-8 max-w-[18ch] text-6xl">{page.heading ?? page.title}</h1>
    <p className="mt-8 max-w-[56ch] text-lg text-quiet lg:ml-[calc(100%/12*5)]">{page.lead}</p>
  </div>
);

/** Sentences side by side, each on its own warp thread. */
const Signs = ({ signs }: { signs: readonly string[] }) => (
  <section className="mx-auto max-w-page px-gutter pt-16 pb-section">
    <h2 className="font-sans text-sm font-normal text-quiet tracking-normal">
      Signs that a thread is loose
    </h2>
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

/** An industry puts first what people of it know from their day. */
export default function IndustryLayout() {
  const page = usePageOf('industry');
  if (!page) return null;
  return (
    <>
      <IndustryHero page={page} />
      <Signs signs={page.signs} />
      <Section title="How it hangs together" lead={page.sketch.label} isSunken>
        <Sketch {...page.sketch} hasCaption={false} className="max-w-160" />
      </Section>
      <Outlet />
      <FamilyEnd page={page} />
    </>
  );
}
