import { Outlet } from 'react-router';
import type { PageWith } from '../pages/page-schema.ts';
import { usePageWith } from '../pages/use-page.ts';
import { Section } from '../sections/Section.tsx';
import { CollectionHero, Deliverables } from './CollectionHero.tsx';
import { CollectionPageEnd } from './CollectionPageEnd.tsx';
import { FlowSection } from './FlowSection.tsx';

/** What each layer of the diagram does. */
const Parts = ({ page: { diagram, parts } }: { page: PageWith<'solution'> }) => (
  <Section title="Parts of the system" shape="table">
    <dl className="grid gap-x-10 border-b border-line md:grid-cols-2">
      {diagram.layers.map((name, index) => (
        <div
          key={name}
          className="grid gap-x-6 gap-y-1 border-t border-line py-4 sm:grid-cols-[10rem_1fr]"
        >
          <dt className="font-semibold">{name}</dt>
          <dd className="text-quiet">{parts[index]}</dd>
        </div>
      ))}
    </dl>
  </Section>
);

/** A solution starts with its diagram and parts. */
export default function SolutionLayout() {
  const page = usePageWith('solution');
  if (!page) return null;
  const { deliverables, technologies } = page;
  return (
    <>
      <CollectionHero page={page} action={page.nextStep}>
        <Deliverables deliverables={deliverables} technologies={technologies} />
      </CollectionHero>
      <FlowSection diagram={page.diagram} />
      <Parts page={page} />
      <Outlet />
      <CollectionPageEnd page={page} />
    </>
  );
}
