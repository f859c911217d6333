import { MenuAnchor } from './MenuAnchor.tsx';
import { MenuList } from './MenuList.tsx';
import { mainMenu, type SiteMenu } from './menu.ts';

const rowClass = 'flex min-h-12 items-center gap-3 text-lg';

function DrawerSection({ section }: { section: SiteMenu }) {
  if (section.items.length === 0)
    return (
      <div className="border-b border-line">
        <MenuAnchor link={{ path: section.path, label: section.title }} className={rowClass} />
      </div>
    );
  return (
    <details name="drawer" className="border-b border-line">
      <summary
        className={`${rowClass} menu-arrow justify-between list-none [&::-webkit-details-marker]:hidden`}
      >
        {section.title}
      </summary>
      <MenuList items={section.items} className="drawer-list mb-4" />
    </details>
  );
}

/** The sections as an accordion of native `details`: one is open at a time. */
export const DrawerMenu = () => (
  <nav aria-label="Menu" className="mt-6">
    {mainMenu.map((section) => (
      <DrawerSection key={section.group} section={section} />
    ))}
  </nav>
);
