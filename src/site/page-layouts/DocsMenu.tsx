import clsx from 'clsx';
import { PageLink } from '../navigation/PageLink.tsx';
import { useAddress } from '../navigation/use-address.ts';
import { isActivePath } from '../routes/route-table.ts';
import { docsPages } from './docs-pages.ts';

/** The pages of the documentation. */
export function DocsMenu() {
  const address = useAddress();
  if (!docsPages.some(({ path }) => isActivePath(address, path))) return null;
  return (
    <nav
      aria-label="Documentation"
      className="top-24 mt-8 hidden border-t border-line pt-3 lg:sticky lg:block"
    >
      {docsPages.map(({ path, label }) => {
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
