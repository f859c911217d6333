import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { hydrateWhenIdle } from '#ui/hydrate-when-idle.ts';
import { MenuAnchor } from '../menus/MenuAnchor.tsx';
import type { MenuLink } from '../menus/menu.ts';
import { sectionLinks } from '../menus/section-links.ts';
import { useAddress } from '../navigation/use-address.ts';
import { useIsHydrated } from '../navigation/use-is-hydrated.ts';
import { likelyPages } from '../search/load-search.ts';

const LinkList = ({ links }: { links: readonly MenuLink[] }) => (
  <ul className="list-none! border-t border-line pl-0!">
    {links.map((link) => (
      <li key={link.path} className="mt-0! border-b border-line">
        <MenuAnchor
          link={link}
          className="flex min-h-12 items-center font-medium no-underline hover:text-accent"
        />
      </li>
    ))}
  </ul>
);

/** For an unknown address: pages with a similar name, the search, and the main sections. */
export function Suggestions() {
  const address = useAddress();
  const { data: likely = [] } = useQuery({ ...likelyPages(address), enabled: useIsHydrated() });
  return (
    <>
      {likely.length > 0 && (
        <>
          <h2>Did you mean one of these?</h2>
          <LinkList links={likely} />
        </>
      )}
      <h2>Search this site</h2>
      <form {...hydrateWhenIdle} action="/search" className="flex items-end gap-2">
        <TextField
          type="search"
          name="q"
          label="Search pages, projects and articles"
          isLabelHidden
          className="flex-1"
        />
        <Button type="submit" icon={<Search size={18} aria-hidden />}>
          Search
        </Button>
      </form>
      <h2>Main sections</h2>
      <LinkList links={sectionLinks} />
    </>
  );
}
