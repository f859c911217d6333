import { Outlet } from 'react-router';
import { formatUtcDate } from '#lib/format.ts';
import { Breadcrumbs } from '../layout/Breadcrumbs.tsx';
import { PageHeading } from '../layout/PageHeading.tsx';
import { PageLink } from '../navigation/PageLink.tsx';
import { useAddress } from '../navigation/use-address.ts';
import { usePage } from '../pages/use-page.ts';
import { findRoute } from '../routes/route-table.ts';
import { NextStep } from '../sections/NextStep.tsx';
import { CopyPage } from './CopyPage.tsx';
import { DocsMenu } from './DocsMenu.tsx';
import { docsPages } from './docs-pages.ts';

/** At the end of a page of the documentation: the one after it. */
export function NextDocsPage() {
  const address = useAddress();
  const at = docsPages.findIndex(({ path }) => path === address);
  const next = at === -1 ? undefined : docsPages[at + 1];
  if (!next) return null;
  return (
    <p className="mt-16 max-w-measure border-t border-control pt-5">
      Next:{' '}
      <PageLink href={next.path} className="link font-medium">
        {next.label}
      </PageLink>
    </p>
  );
}

const isDocsPath = (address: string) => address === '/docs' || address.startsWith('/docs/');

/** A page of text: one column of at most 68 characters. */
export default function ProseLayout() {
  const page = usePage();
  const address = useAddress();
  // The page for unknown addresses is prerendered once for all of them.
  const isBelowAnother = address.lastIndexOf('/') > 0 && findRoute(address)?.path === address;
  return (
    <>
      <article className="mx-auto grid w-full max-w-page gap-10 px-gutter py-section lg:grid-cols-12">
        <div className="lg:col-span-4">
          {isBelowAnother && (
            <div className="mb-3">
              <Breadcrumbs />
            </div>
          )}
          <PageHeading />
          {page?.updated && (
            <p className="mt-4 text-sm text-quiet">
              Last changed on <time dateTime={page.updated}>{formatUtcDate(page.updated)}</time>
            </p>
          )}
          {isDocsPath(address) && <CopyPage />}
          <DocsMenu />
        </div>
        <div className="min-w-0 lg:col-span-7 lg:col-start-6">
          <div className="prose">
            <Outlet />
          </div>
          <NextDocsPage />
        </div>
      </article>
      {page?.nextStep && <NextStep {...page.nextStep} />}
    </>
  );
}
