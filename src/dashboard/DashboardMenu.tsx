import clsx from 'clsx';
import { CirclePause } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useProfile } from '#areas/accounts/ui/queries.ts';
import { useFeaturesOff } from '#client/use-features-off.ts';
import { RouteIcon } from '#site/menus/RouteIcon.tsx';
import { isActivePath } from '#site/routes/route-table.ts';
import { Tooltip } from '#ui/Tooltip.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { type DashboardLink, dashboardMenu } from './dashboard-menu.ts';
import { listFeatures } from './feature-screens.ts';

type DashboardMenuProps = {
  /** Icons alone, each with its name as a tooltip. */ isCollapsed?: boolean;
};

const supportPath = '/dashboard/support';

/** The number of unread answers. */
function Unread() {
  const count = useProfile().data?.unanswered_messages_count ?? 0;
  if (count === 0) return null;
  return (
    <span className="ml-auto bg-info px-1.5 font-mono text-xs leading-5 text-on-info">
      {count}
      <VisuallyHidden>{count === 1 ? ' new answer' : ' new answers'}</VisuallyHidden>
    </span>
  );
}

/** Marks a screen with a disabled feature. */
function SwitchedOff({ path }: { path: string }) {
  const off = useFeaturesOff(listFeatures(path));
  if (off.length === 0) return null;
  const labels = off.map(({ label }) => label).join(', ');
  return (
    <span title={`Switched off: ${labels}`} className="ml-auto text-warning-text">
      <CirclePause size={16} aria-hidden />
      <VisuallyHidden>, switched off: {labels}</VisuallyHidden>
    </span>
  );
}

function DashboardMenuItem({ link, isCollapsed }: { link: DashboardLink } & DashboardMenuProps) {
  const isActive = isActivePath(useLocation().pathname, link.path);
  const className = clsx(
    'flex min-h-10 items-center gap-3 border-l-2 text-sm hover:bg-text/5 pointer-coarse:min-h-11',
    isCollapsed ? 'justify-center pr-0.5' : 'px-4',
    link.startsGroup && 'mt-3',
    isActive ? 'border-accent font-semibold text-text' : 'border-transparent text-quiet',
  );
  const content = (
    <>
      <RouteIcon icon={link.icon} />
      <span className={isCollapsed ? 'sr-only' : undefined}>{link.label}</span>
      {link.path === supportPath && !isCollapsed && <Unread />}
      {!isCollapsed && <SwitchedOff path={link.path} />}
    </>
  );
  const anchor = link.isOutside ? (
    <a href={link.path} className={className}>
      {content}
    </a>
  ) : (
    <Link to={link.path} aria-current={isActive ? 'page' : undefined} className={className}>
      {content}
    </Link>
  );
  if (!isCollapsed) return anchor;
  return (
    <Tooltip content={link.label} side="right">
      {anchor}
    </Tooltip>
  );
}

export const DashboardMenu = ({ isCollapsed = false }: DashboardMenuProps) => (
  <nav aria-label="Dashboard" className="grid gap-0.5 py-3">
    {dashboardMenu.map((link) => (
      <DashboardMenuItem key={link.path} link={link} isCollapsed={isCollapsed} />
    ))}
  </nav>
);
