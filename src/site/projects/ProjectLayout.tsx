import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { CapturePicture } from '../captures/CapturePicture.tsx';
import { PageLink } from '../navigation/PageLink.tsx';
import { CollectionHero, Deliverables } from '../page-layouts/CollectionHero.tsx';
import { CollectionPageEnd } from '../page-layouts/CollectionPageEnd.tsx';
import { FlowSection } from '../page-layouts/FlowSection.tsx';
import type { PageWith } from '../pages/page-schema.ts';
import { usePageWith } from '../pages/use-page.ts';
import { findRoute, toTitle } from '../routes/route-table.ts';
import { shelves } from './shelves.ts';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="border-t border-line py-2.5">
    <dt className="text-xs text-quiet">{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Each is a link if it has a page. */
const Names = ({ folder, slugs }: { folder: string; slugs: readonly string[] }) => (
  <ul className="flex flex-wrap gap-x-4">
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

const Facts = ({ page }: { page: PageWith<'project'> }) => (
  <dl className="mt-8 border-b border-line">
    <Fact name="Kind of system">{page.kind}</Fact>
    <Fact name="Industries">
      <Names folder="industries" slugs={page.industries} />
    </Fact>
    <Fact name="Services">
      <Names folder="services" slugs={page.services} />
    </Fact>
    <Fact name="Technologies">{page.technologies.join(', ')}</Fact>
  </dl>
);

/** A project says first whether it is running or a blueprint. */
export default function ProjectLayout() {
  const page = usePageWith('project');
  if (!page) return null;
  const { ofOne, notice } = shelves[page.shelf];
  return (
    <>
      <CollectionHero page={page} shelf={ofOne} action={page.tryIt ?? page.nextStep}>
        <Deliverables deliverables={page.deliverables} />
        <Facts page={page} />
        <p className="mt-3 text-sm text-quiet">{notice}</p>
      </CollectionHero>
      {page.capture && (
        <div className="mx-auto max-w-page px-gutter pb-section">
          <CapturePicture
            name={page.capture}
            alt={`${page.label ?? page.title}, as it looks in the product`}
            sizes="(min-width: 80rem) 75rem, 92vw"
            className="border"
          />
        </div>
      )}
      <FlowSection diagram={page.diagram} />
      <Outlet />
      <CollectionPageEnd page={page} />
    </>
  );
}
