import clsx from 'clsx';
import { NavLink } from 'react-router';

type LinkTabsProps = {
  /** Names the group for assistive technology. */
  label: string;
  items: readonly { to: string; label: string }[];
};

/** On a narrow screen the current tab may be beyond the edge. The page does not scroll. */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector<HTMLElement>('[aria-current=page]');
  if (!nav || !current) return;
  const middle = (nav.clientWidth - current.clientWidth) / 2;
  nav.scrollLeft = current.offsetLeft - nav.offsetLeft - middle;
}

/** Again when the fonts are there: they are wider or narrower than those before them. */
function showCurrentSoon(nav: HTMLElement | null): void {
  showCurrent(nav);
  if (nav) void document.fonts.ready.then(() => showCurrent(nav));
}

/** Tabs that are pages of their own. */
export const LinkTabs = ({ label, items }: LinkTabsProps) => (
  <nav
    ref={showCurrentSoon}
    aria-label={label}
    className="mt-4 mb-6 flex overflow-x-auto border-b border-line"
  >
    {items.map((item) => (
      <NavLink
        key={item.to}
        to={item.to}
        end
        className={({ isActive }) =>
          clsx(
            '-mb-px flex min-h-10 items-center border-b-2 px-4 whitespace-nowrap',
            'pointer-coarse:min-h-11',
            isActive
              ? 'border-accent font-medium text-text'
              : 'border-transparent text-quiet hover:text-text',
          )
        }
      >
        {item.label}
      </NavLink>
    ))}
  </nav>
);
