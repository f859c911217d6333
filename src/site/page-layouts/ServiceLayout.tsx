import { Outlet } from 'react-router';
import { PageDiagram } from '../diagram/PageDiagram.tsx';
import { Breadcrumbs } from '../layout/Breadcrumbs.tsx';
import type { PageOf } from '../pages/page-schema.ts';
import { usePageOf } from '../pages/use-page.ts';
import { Action } from '../sections/Action.tsx';
import { CollectionPageEnd } from './CollectionPageEnd.tsx';

const Deliverables = ({ names }: { names: readonly string[] }) => (
  <div className="border-t border-line surface-sunken">
    <div className="mx-auto grid max-w-page gap-x-10 gap-y-4 px-gutter py-8 lg:grid-cols-12">
      <h2 className="font-sans text-sm font-normal text-quiet tracking-normal lg:col-span-2">
        What you receive
      </h2>
      <ul className="flex flex-wrap gap-x-8 gap-y-2 lg:col-span-10">
        {names.map((name) => (
          <li
            key={name}
            className="font-display text-lg font-semibold before:mr-3 before:inline-block before:size-2 before:rotate-45 before:bg-accent"
          >
            {name}
          </li>
        ))}
      </ul>
    </div>
  </div>
);

const ServiceHero = ({ page }: { page: PageOf<'service'> }) => (
  <div className="mx-auto grid max-w-page items-end gap-x-10 gap-y-12 px-gutter pt-6 pb-16 lg:grid-cols-12 lg:pb-20">
    <div className="lg:col-span-7 lg:self-start">
      <Breadcrumbs />
      <h1 className="mt-8 text-5xl">{page.heading ?? page.title}</h1>
      <p className="mt-6 max-w-[52ch] text-lg text-quiet">{page.lead}</p>
      <div className="mt-9">
        <Action label={page.nextStep.label} path={page.nextStep.path} />
      </div>
    </div>
    <PageDiagram {...page.diagram} className="lg:col-span-5" />
  </div>
);

/** A service starts with its deliverables. */
export default function ServiceLayout() {
  const page = usePageOf('service');
  if (!page) return null;
  return (
    <>
      <ServiceHero page={page} />
      <Deliverables names={page.deliverables} />
      <Outlet />
      <CollectionPageEnd page={page} />
    </>
  );
}
