import { MenuAnchor } from '../menus/MenuAnchor.tsx';
import { mainMenu } from '../menus/menu.ts';
import { useAddress } from '../navigation/use-address.ts';
import { useIsHydrated } from '../navigation/use-is-hydrated.ts';
import { routeTable } from '../routes/route-table.ts';
import { suggestRoutes } from '../routes/suggest-routes.ts';

const sectionLinks = mainMenu.flatMap(({ title, items }) =>
  items[0] ? [{ path: items[0].path, label: title }] : [],
);

/** For an unknown address: similar pages, or else the main sections. */
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
