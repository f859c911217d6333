import { PageLink } from '../navigation/PageLink.tsx';
import { useAddress } from '../navigation/use-address.ts';
import { findRoute, isActivePath } from '../routes/route-table.ts';

export type PageTab = { label: string; path: string };

/**
 * Pages that look like the tabs of one, which is called like the first of them. They are links, so
 * that each has an address and works without scripts, with the keyboard and in a new window.
 */
export function PageTabs({ tabs }: { tabs: readonly PageTab[] }) {
  const address = useAddress();
  return (
    <nav aria-label={findRoute(tabs[0]?.path ?? '')?.label}>
      <ul className="flex gap-x-8">
        {tabs.map((tab) => (
          <li key={tab.path}>
            <PageLink
              href={tab.path}
              aria-current={isActivePath(address, tab.path) ? 'page' : undefined}
              className="-mb-px flex min-h-12 items-center border-b-2 border-transparent text-lg text-quiet hover:text-text aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-text"
            >
              {tab.label}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
