import { Outlet } from 'react-router';
import { usePageWith } from '../pages/use-page.ts';
import { CollectionHero, Deliverables } from './CollectionHero.tsx';
import { CollectionPageEnd } from './CollectionPageEnd.tsx';
import { FlowSection } from './FlowSection.tsx';

/** Sentences side by side, each next to its own vertical line. */
const Signs = ({ signs }: { signs: readonly string[] }) => (
  <section aria-labelledby="signs" className="inverted text-text surface-ground">
    <div className="mx-auto max-w-page px-gutter py-14">
      <h2 id="signs" className="font-sans text-sm font-semibold tracking-normal">
        Signs that it is time
      </h2>
      <ul className="mt-6 grid gap-y-8 sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {signs.map((sign) => (
          <li
            key={sign}
            className="border-l-2 border-accent px-5 py-1 font-display text-xl font-semibold"
          >
            {sign}
          </li>
        ))}
      </ul>
    </div>
  </section>
);

/** An industry starts with problems that its people know. */
export default function IndustryLayout() {
  const page = usePageWith('industry');
  if (!page) return null;
  const { deliverables, technologies } = page;
  return (
    <>
      <CollectionHero page={page} action={page.nextStep}>
        <Deliverables deliverables={deliverables} technologies={technologies} />
      </CollectionHero>
      <Signs signs={page.signs} />
      <Outlet />
      <FlowSection diagram={page.diagram} />
      <CollectionPageEnd page={page} />
    </>
  );
}
