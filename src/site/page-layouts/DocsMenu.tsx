import clsx from 'clsx';
import { PageLink } from '../navigation/PageLink.tsx';
import { useAddress } from '../navigation/use-address.ts';
import { apiReference } from '../routes/api-reference.ts';
import { contentRoutes } from '../routes/content-routes.ts';
import { isActivePath } from '../routes/route-table.ts';

const pages = [
  ...contentRoutes.filter(({ path }) => path === '/docs' || path.startsWith('/docs/')),
  apiReference,
];

/** The pages of the documentation. */
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
