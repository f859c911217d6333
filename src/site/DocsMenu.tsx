import clsx from 'clsx';
import { contentRoutes } from './content-routes.ts';
import { isActivePath } from './route-table.ts';
import { PageLink } from './sections/PageLink.tsx';
import { useAddress } from './use-address.ts';

const pages = contentRoutes.filter(({ path }) => path === '/docs' || path.startsWith('/docs/'));

/** The other pages of the documentation, beside the one that is read. */
export function DocsMenu() {
  const address = useAddress();
  if (!pages.some(({ path }) => isActivePath(address, path))) return null;
  return (
    <nav aria-label="Documentation" className="mt-8 hidden border-t border-line pt-3 lg:block">
      {pages.map(({ path, label }) => {
        const isActive = isActivePath(address, path);
        return (
          <PageLink
            key={path}
            href={path}
            aria-current={isActive ? 'page' : undefined}
            className={clsx(
              'flex min-h-9 items-center text-sm underline-offset-4 hover:underline',
              isActive ? 'font-semibold text-text' : 'text-quiet',
            )}
          >
            {label}
          </PageLink>
        );
      })}
    </nav>
  );
}
