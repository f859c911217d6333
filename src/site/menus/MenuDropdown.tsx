import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useAddress } from '../navigation/use-address.ts';
import { isActivePath, type MenuSection } from '../routes/route-table.ts';
import { MenuAnchor } from './MenuAnchor.tsx';
import { MenuList } from './MenuList.tsx';
import { moveInDropdown } from './menu-keys.ts';

const barItem = 'inline-flex min-h-11 items-center gap-1 px-1.5 hover:text-accent lg:px-3';

const panelList =
  'grid gap-x-4 [&_a]:block [&_a]:border-l [&_a]:border-line [&_a]:px-4 [&_a]:py-2.5 [&_a:hover]:border-accent [&_a:hover]:text-accent [&_a[aria-current]]:border-accent';

/** A native popover below its button: it opens and closes before any script has loaded. */
function Dropdown({ section }: { section: MenuSection }) {
  const address = useAddress();
  const id = `menu-${section.group}`;
  const isLong = section.items.length > 5;
  const isHere = section.items.some(({ path }) => isActivePath(address, path));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and links inside.
    <div onKeyDown={moveInDropdown}>
      <button
        type="button"
        popoverTarget={id}
        className={clsx(barItem, 'has-[+:popover-open]:text-accent', isHere && 'font-semibold')}
        style={{ anchorName: `--${id}` }}
      >
        {section.title}
        <ChevronDown size={14} aria-hidden className="hidden text-quiet lg:block" />
      </button>
      <div
        id={id}
        popover="auto"
        style={{ positionAnchor: `--${id}` }}
        className={clsx(
          'fixed inset-auto top-16 left-gutter m-0 border border-line p-4 font-medium text-text shadow-float surface-raised',
          'open:animate-fade supports-[left:anchor(left)]:left-[anchor(left)]',
          isLong ? 'w-136' : 'w-64',
        )}
      >
        <MenuList items={section.items} className={clsx(panelList, isLong && 'grid-cols-2')} />
      </div>
    </div>
  );
}

/** A section of the top bar: a plain link when it has one page, else a dropdown. */
export function MenuDropdown({ section }: { section: MenuSection }) {
  const [only, ...others] = section.items;
  if (only && others.length === 0)
    return <MenuAnchor link={{ path: only.path, label: section.title }} className={barItem} />;
  return <Dropdown section={section} />;
}
