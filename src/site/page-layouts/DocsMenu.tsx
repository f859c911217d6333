import { PageLink } from '../navigation/PageLink.tsx';
import { useAddress } from '../navigation/use-address.ts';
import { isActivePath } from '../routes/route-table.ts';
import { docsGroups, docsPages } from './docs-pages.ts';

/** The pages of the documentation; folded on small screens. */
export function DocsMenu() {
  const address = useAddress();
  const current = docsPages.find(({ path }) => isActivePath(address, path));
  if (!current) return null;
  return (
    <details className="docs-menu mt-8">
      <summary>Docs: {current.label}</summary>
      <nav aria-label="Documentation">
        {docsGroups.map(({ title, pages }) => (
          <section key={title}>
            <p>{title}</p>
            <ul>
              {pages.map(({ path, label }) => (
                <li key={path}>
                  <PageLink href={path} aria-current={path === current.path ? 'page' : undefined}>
                    {path === '/docs' ? 'Overview' : label}
                  </PageLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </details>
  );
}
