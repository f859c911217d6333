import { Outlet } from 'react-router';
import { PageDiagram } from '../diagram/PageDiagram.tsx';
import { Breadcrumbs } from '../layout/Breadcrumbs.tsx';
import type { PageOf } from '../pages/page-schema.ts';
import { usePageOf } from '../pages/use-page.ts';
import { CollectionPageEnd } from './CollectionPageEnd.tsx';

const SolutionHero = ({ page }: { page: PageOf<'solution'> }) => (
  <div className="mx-auto grid max-w-page gap-x-10 gap-y-5 px-gutter pt-6 pb-12 lg:grid-cols-12">
    <div className="lg:col-span-12">
      <Breadcrumbs />
    </div>
    <h1 className="text-5xl lg:col-span-7">{page.heading ?? page.title}</h1>
    <p className="text-lg text-quiet lg:col-span-5 lg:pt-2">{page.lead}</p>
  </div>
);

/** The diagram, and what each of its layers does. */
const Drawing = ({ page }: { page: PageOf<'solution'> }) => (
  <section aria-labelledby="drawing" className="border-y border-line surface-sunken">
    <div className="mx-auto grid max-w-page gap-x-16 gap-y-12 px-gutter py-14 lg:grid-cols-12">
      <PageDiagram {...page.diagram} className="lg:col-span-6" />
      <div className="lg:col-span-6">
        <h2 id="drawing" className="text-2xl">
          What each part does
        </h2>
        <dl className="mt-5 border-b border-line">
          {page.diagram.layers.map((name, index) => (
            <div
              key={name}
              className="grid gap-x-6 gap-y-1 border-t border-line py-3 sm:grid-cols-[10rem_1fr]"
            >
              <dt className="font-medium">{name}</dt>
              <dd className="text-quiet">{page.parts[index]}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  </section>
);

/** A solution starts with its diagram. */
export default function SolutionLayout() {
  const page = usePageOf('solution');
  if (!page) return null;
  return (
    <>
      <SolutionHero page={page} />
      <Drawing page={page} />
      <div className="*:first:border-t-0">
        <Outlet />
      </div>
      <CollectionPageEnd page={page} />
    </>
  );
}
