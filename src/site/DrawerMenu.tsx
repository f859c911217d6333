import { ChevronDown } from 'lucide-react';
import { MenuAnchor } from './MenuAnchor.tsx';
import { mainMenu } from './menu.ts';
import { RouteGlyph } from './RouteGlyph.tsx';
import type { MenuSection } from './route-table.ts';

const rowClass = 'flex min-h-12 items-center gap-3 text-lg';

function DrawerSection({ section }: { section: MenuSection }) {
  const [first, ...others] = section.items;
  if (!first) return null;
  const glyph = first.icon && <RouteGlyph icon={first.icon} />;
  if (others.length === 0)
    return (
      <div className="flex items-center gap-3 border-b border-line text-quiet">
        {glyph}
        <MenuAnchor
          link={{ path: first.path, label: section.title }}
          className={`${rowClass} flex-1 text-text`}
        />
      </div>
    );
  return (
    <details name="drawer" className="group border-b border-line">
      <summary className={`${rowClass} list-none [&::-webkit-details-marker]:hidden`}>
        <span className="text-quiet">{glyph}</span>
        {section.title}
        <ChevronDown
          size={18}
          aria-hidden
          className="ml-auto text-quiet transition-transform group-open:rotate-180"
        />
      </summary>
      <ul className="mb-4 border-l border-control">
        {section.items.map((link) => (
          <li key={link.path}>
            <MenuAnchor link={link} className="flex min-h-11 items-center pl-4" />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The sections one below the other; one at a time is open, by the browser's own means. */
export const DrawerMenu = () => (
  <nav aria-label="Menu" className="mt-6">
    {mainMenu.map((section) => (
      <DrawerSection key={section.group} section={section} />
    ))}
  </nav>
);
