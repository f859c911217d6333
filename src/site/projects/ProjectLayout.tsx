import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { PageDiagram } from '../diagram/PageDiagram.tsx';
import { Breadcrumbs } from '../layout/Breadcrumbs.tsx';
import { PageLink } from '../navigation/PageLink.tsx';
import { CollectionPageEnd } from '../page-layouts/CollectionPageEnd.tsx';
import type { PageOf } from '../pages/page-schema.ts';
import { usePageOf } from '../pages/use-page.ts';
import { findRoute, toTitle } from '../routes/route-table.ts';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="border-t border-line py-3">
    <dt className="text-xs text-quiet" data-pagefind-ignore="">
      {name}
    </dt>
    <dd className="mt-0.5">{children}</dd>
  </div>
);

/** Each is a link if it has a page. */
const Names = ({ folder, slugs }: { folder: string; slugs: readonly string[] }) => (
  <ul>
    {slugs.map((slug) => {
      const route = findRoute(`/${folder}/${slug}`);
      return (
        <li key={slug}>
          {route ? (
            <PageLink href={route.path} className="link inline-block py-0.5">
              {route.label}
            </PageLink>
          ) : (
            toTitle(slug)
          )}
        </li>
      );
    })}
  </ul>
);

const Facts = ({ page }: { page: PageOf<'project'> }) => (
  <dl className="grid content-start border-b border-line sm:grid-cols-2 sm:gap-x-8 lg:grid-cols-1">
    <Fact name="Kind">{page.kind}</Fact>
    <Fact name="For">
      <Names folder="industries" slugs={page.industries} />
    </Fact>
    <Fact name="With">
      <Names folder="services" slugs={page.services} />
    </Fact>
    <Fact name="Built with">{page.technologies.join(', ')}</Fact>
  </dl>
);

/** The lead, the diagram beside the facts, then the text. */
export default function ProjectLayout() {
  const page = usePageOf('project');
  if (!page) return null;
  return (
    <>
      <div className="mx-auto max-w-page px-gutter pt-6 pb-section">
        <Breadcrumbs />
        <h1 className="mt-8 max-w-[20ch] text-5xl">{page.heading ?? page.title}</h1>
        <p className="mt-6 max-w-[60ch] text-lg text-quiet">{page.lead}</p>
        <div className="mt-14 grid gap-x-16 gap-y-12 lg:grid-cols-12">
          <div className="lg:col-span-4">
            <Facts page={page} />
          </div>
          <PageDiagram {...page.diagram} className="lg:col-span-8" />
        </div>
      </div>
      <Outlet />
      <CollectionPageEnd page={page} />
    </>
  );
}
