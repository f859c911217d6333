import { ChevronDown } from 'lucide-react';
import type { MenuSection } from '../routes/route-table.ts';
import { MenuAnchor } from './MenuAnchor.tsx';
import { MenuList } from './MenuList.tsx';
import { mainMenu } from './menu.ts';

const rowClass = 'flex min-h-12 items-center gap-3 text-lg';

function DrawerSection({ section }: { section: MenuSection }) {
  const [first, ...others] = section.items;
  if (!first) return null;
  if (others.length === 0)
    return (
      <div className="border-b border-line">
        <MenuAnchor link={{ path: first.path, label: section.title }} className={rowClass} />
      </div>
    );
  return (
    <details name="drawer" className="group border-b border-line">
      <summary className={`${rowClass} list-none [&::-webkit-details-marker]:hidden`}>
        {section.title}
        <ChevronDown
          size={18}
          aria-hidden
          className="ml-auto text-quiet transition-transform group-open:rotate-180"
        />
      </summary>
      <MenuList
        items={section.items}
        className="mb-4 border-l border-control [&_a]:flex [&_a]:min-h-11 [&_a]:items-center [&_a]:pl-4"
      />
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
