import clsx from 'clsx';
import { lazy, useState } from 'react';
import { LogoutDialog } from '#areas/accounts/ui/sessions/LogoutDialog.tsx';
import { useSession } from '#client/use-session.ts';
import { useTestMode } from '#client/use-test-mode.ts';
import { Logo } from '#site/layout/Logo.tsx';
import { AccountActions } from '#site/menus/AccountActions.tsx';
import { MenuDrawerButton } from '#ui/MenuDrawer.tsx';
import { PaletteButton as Opener } from '#ui/palette/PaletteButton.tsx';
import { sidebarDrawerId } from './Sidebar.tsx';

const CommandPalette = lazy(async () => ({
  default: (await import('./CommandPalette.tsx')).CommandPalette,
}));

/** Opens the palette of the dashboard. */
function PaletteButton() {
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <Opener label="Go to or do">
        {(close) => <CommandPalette onClose={close} onSignOut={() => setLeaving(true)} />}
      </Opener>
      <LogoutDialog isOpen={isLeaving} onOpenChange={setLeaving} />
    </>
  );
}

/** Hangs from the header's edge: on a phone there is no room in it. */
const TestModeMark = () => (
  <p className="pointer-events-none absolute top-full left-1/2 -translate-x-1/2 bg-warning px-2 text-xs leading-5 font-medium text-on-warning">
    Test mode
  </p>
);

export function DashboardHeader() {
  const { status } = useSession();
  const isTestMode = useTestMode();
  return (
    <header
      className={clsx(
        'sticky top-0 z-40 flex h-14 items-center gap-2 px-4 surface-ground md:px-6',
        isTestMode ? 'border-b-2 border-warning' : 'border-b border-line',
      )}
    >
      <MenuDrawerButton drawerId={sidebarDrawerId} className="-ml-2 md:hidden!" />
      <div className="md:hidden">
        <Logo brief="narrow" />
      </div>
      {status !== 'anonymous' && <PaletteButton />}
      <div className={clsx(status === 'anonymous' && 'ml-auto')}>
        <AccountActions />
      </div>
      {isTestMode && <TestModeMark />}
    </header>
  );
}
