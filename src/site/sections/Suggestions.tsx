import { MenuAnchor } from '../MenuAnchor.tsx';
import { mainMenu } from '../menu.ts';
import { routeTable } from '../route-table.ts';
import { suggestRoutes } from '../suggest-routes.ts';
import { useAddress } from '../use-address.ts';
import { useIsHydrated } from '../use-is-hydrated.ts';

const sectionLinks = mainMenu.flatMap(({ title, items }) =>
  items[0] ? [{ path: items[0].path, label: title }] : [],
);

/** Where a lost visitor may go on: what the address resembles, else the sections. */
export function Suggestions() {
  const address = useAddress();
  const meant = useIsHydrated() ? suggestRoutes(address, routeTable) : [];
  const isLikely = meant.length > 0;
  return (
    <>
      <h2>{isLikely ? 'Did you mean one of these?' : 'These pages exist'}</h2>
      <ul className="list-none! border-t border-line pl-0!">
        {(isLikely ? meant : sectionLinks).map((link) => (
          <li key={link.path} className="mt-0! border-b border-line">
            <MenuAnchor
              link={link}
              className="flex min-h-12 items-center font-medium no-underline hover:text-accent"
            />
          </li>
        ))}
      </ul>
    </>
  );
}
