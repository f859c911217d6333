import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { Logo } from '#site/layout/Logo.tsx';
import { Button } from '#ui/Button.tsx';
import { MenuDrawer } from '#ui/MenuDrawer.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { DashboardMenu } from './DashboardMenu.tsx';
import { sidebarWidth } from './sidebar-state.ts';
import { TestModeSwitch } from './TestModeSwitch.tsx';

export const sidebarDrawerId = 'dashboard-drawer';
const collapsedWidth = '3.5rem';

type SidebarProps = { isOpen: boolean; onToggle: () => void };

function SidebarToggle({ isOpen, onToggle }: SidebarProps) {
  const Icon = isOpen ? PanelLeftClose : PanelLeftOpen;
  const name = isOpen ? 'Collapse the sidebar' : 'Expand the sidebar';
  return (
    <Tooltip content={`${name} (Ctrl+B)`} side="right">
      <Button
        variant="quiet"
        isIconOnly
        aria-expanded={isOpen}
        aria-keyshortcuts="Control+B Meta+B"
        icon={<Icon size={18} aria-hidden />}
        onClick={onToggle}
      >
        {name}
      </Button>
    </Tooltip>
  );
}

export const Sidebar = ({ isOpen, onToggle }: SidebarProps) => (
  <aside
    data-state={isOpen ? 'expanded' : 'collapsed'}
    style={{ width: isOpen ? sidebarWidth : collapsedWidth }}
    className="sticky top-0 hidden h-svh shrink-0 flex-col overflow-x-hidden overflow-y-auto border-r border-line transition-[width] duration-200 surface-sunken md:flex"
  >
    <div className="flex h-14 shrink-0 items-center justify-between border-b border-line pr-1.5 pl-4">
      {isOpen && <Logo />}
      <div className={isOpen ? undefined : '-ml-2.5'}>
        <SidebarToggle isOpen={isOpen} onToggle={onToggle} />
      </div>
    </div>
    <DashboardMenu isCollapsed={!isOpen} />
    <TestModeSwitch isCollapsed={!isOpen} />
  </aside>
);

export const SidebarDrawer = () => (
  <MenuDrawer id={sidebarDrawerId} side="left" head={<Logo />}>
    <DashboardMenu />
    <TestModeSwitch />
  </MenuDrawer>
);
