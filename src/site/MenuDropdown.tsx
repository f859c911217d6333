import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { MenuAnchor } from './MenuAnchor.tsx';
import { moveInDropdown } from './menu-keys.ts';
import { isActivePath, type MenuSection } from './route-table.ts';
import { PageLink } from './sections/PageLink.tsx';
import { useAddress } from './use-address.ts';

const barItem = 'inline-flex min-h-11 items-center gap-1 px-1.5 hover:text-madder lg:px-3';

type PanelItemProps = { item: MenuSection['items'][number]; hasDescription: boolean };

function PanelItem({ item, hasDescription }: PanelItemProps) {
  const { path, label, description } = item;
  const isActive = isActivePath(useAddress(), path);
  return (
    <li>
      <PageLink
        href={path}
        aria-current={isActive ? 'page' : undefined}
        className="group block border-l border-line px-4 py-2.5 hover:border-madder aria-[current=page]:border-madder"
      >
        <span className="font-medium group-hover:text-madder group-aria-[current=page]:font-semibold group-aria-[current=page]:text-madder">
          {label}
        </span>
        {hasDescription && (
          <span className="mt-0.5 line-clamp-2 text-xs text-quiet">{description}</span>
        )}
      </PageLink>
    </li>
  );
}

/** A native popover below its button: it opens and closes before any script has loaded. */
function Dropdown({ section }: { section: MenuSection }) {
  const address = useAddress();
  const id = `menu-${section.group}`;
  // Every page carries the menus: long ones leave the descriptions to the overview.
  const isLong = section.items.length > 5;
  const isHere = section.items.some(({ path }) => isActivePath(address, path));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and links inside.
    <div onKeyDown={moveInDropdown}>
      <button
        type="button"
        popoverTarget={id}
        className={clsx(barItem, 'has-[+:popover-open]:text-madder', isHere && 'font-semibold')}
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
          'fixed inset-auto top-16 left-gutter m-0 border border-line p-4 text-text shadow-float surface-raised',
          'open:animate-fade supports-[left:anchor(left)]:left-[anchor(left)]',
          isLong ? 'w-136' : 'w-88',
        )}
      >
        <ul className={clsx('grid gap-x-4', isLong && 'grid-cols-2')}>
          {section.items.map((item) => (
            <PanelItem key={item.path} item={item} hasDescription={!isLong} />
          ))}
        </ul>
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
