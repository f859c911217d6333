import { Outlet } from 'react-router';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { DocsMenu } from './DocsMenu.tsx';
import { PageHeading } from './PageHeading.tsx';
import { findRoute } from './route-table.ts';
import { useAddress } from './use-address.ts';
import { usePage } from './use-page.ts';

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** A page to read: one column of at most 68 characters. */
export default function ProseLayout() {
  const page = usePage();
  const address = useAddress();
  // The page for unknown addresses is printed once, for all of them.
  const isBelowAnother = address.lastIndexOf('/') > 0 && findRoute(address)?.path === address;
  return (
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
            Last changed on{' '}
            <time dateTime={page.updated}>{dayFormat.format(new Date(page.updated))}</time>
          </p>
        )}
        <DocsMenu />
      </div>
      <div className="prose min-w-0 lg:col-span-7 lg:col-start-6">
        <Outlet />
      </div>
    </article>
  );
}
