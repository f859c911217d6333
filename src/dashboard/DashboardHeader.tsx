import { Menu as MenuIcon } from 'lucide-react';
import { useSession } from '#client/use-session.ts';
import { Logo } from '#site/Logo.tsx';
import { UserMenu } from '#site/UserMenu.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { ThemeToggle } from '#ui/ThemeToggle.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { PaletteButton } from './PaletteButton.tsx';
import { sidebarDrawerId } from './Sidebar.tsx';

export function DashboardHeader() {
  const { email } = useSession();
  return (
    <header className="sticky top-0 z-40 flex h-14 items-center gap-2 border-b border-line px-4 surface-ground md:px-6">
      <button
        type="button"
        popoverTarget={sidebarDrawerId}
        className={`${buttonClass({ variant: 'quiet', isIconOnly: true })} -ml-2 md:hidden!`}
      >
        <MenuIcon size={22} aria-hidden />
        <VisuallyHidden>Open the menu</VisuallyHidden>
      </button>
      <div className="md:hidden">
        <Logo />
      </div>
      <PaletteButton />
      <div className="flex items-center gap-1">
        <ThemeToggle />
        <UserMenu email={email ?? 'Your account'} />
      </div>
    </header>
  );
}
