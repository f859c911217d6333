import clsx from 'clsx';
import { useAddress } from '../navigation/use-address.ts';
import { isActivePath } from '../routes/route-table.ts';
import { MenuAnchor } from './MenuAnchor.tsx';
import { MenuList } from './MenuList.tsx';
import type { SiteMenu } from './menu.ts';
import { moveInDropdown } from './menu-keys.ts';

const barItem = 'inline-flex min-h-11 items-center px-1 hover:text-accent lg:px-1.5 xl:px-2.5';

/** A native popover below its button: it opens and closes before any script has loaded. */
function Dropdown({ section }: { section: SiteMenu }) {
  const address = useAddress();
  const id = `menu-${section.group}`;
  const isHere = section.items.some(({ path }) => isActivePath(address, path));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and links inside.
    <div onKeyDown={moveInDropdown}>
      <button
        type="button"
        popoverTarget={id}
        className={clsx(
          barItem,
          'menu-arrow max-xl:after:hidden has-[+:popover-open]:text-accent',
          isHere && 'font-semibold',
        )}
        style={{ anchorName: `--${id}` }}
      >
        {section.title}
      </button>
      <div
        id={id}
        popover="auto"
        style={{ positionAnchor: `--${id}` }}
        className="menu-panel text-text shadow-float surface-raised"
      >
        <MenuList items={section.items} hasLines />
      </div>
    </div>
  );
}

/** A section of the top bar: a plain link when it has one page, else a dropdown. */
export const MenuDropdown = ({ section }: { section: SiteMenu }) =>
  section.items.length > 0 ? (
    <Dropdown section={section} />
  ) : (
    <MenuAnchor link={{ path: section.path, label: section.title }} className={barItem} />
  );
