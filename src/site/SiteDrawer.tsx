import { Menu as MenuIcon, X } from 'lucide-react';
import { buttonClass } from '#ui/button-class.ts';
import { ThemeToggle } from '#ui/ThemeToggle.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { DrawerMenu } from './DrawerMenu.tsx';
import { DrawerSession } from './DrawerSession.tsx';

export const drawerId = 'site-drawer';

const iconButton = buttonClass({ variant: 'quiet', isIconOnly: true });

/** A native popover: it opens, closes and traps a tap outside before any script has loaded. */
export const SiteDrawerButton = () => (
  <button
    type="button"
    popoverTarget={drawerId}
    aria-haspopup="dialog"
    className={`${iconButton} ml-auto md:hidden!`}
  >
    <MenuIcon size={22} aria-hidden />
    <VisuallyHidden>Open the menu</VisuallyHidden>
  </button>
);

export const SiteDrawer = () => (
  <div
    id={drawerId}
    popover="auto"
    role="dialog"
    aria-label="Menu"
    className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-[min(20rem,88vw)] overflow-y-auto border-0 border-l border-line p-5 text-text surface-raised backdrop:bg-scrim open:animate-enter"
  >
    <div className="flex items-center justify-between">
      <ThemeToggle />
      <button
        type="button"
        popoverTarget={drawerId}
        popoverTargetAction="hide"
        className={iconButton}
      >
        <X size={22} aria-hidden />
        <VisuallyHidden>Close the menu</VisuallyHidden>
      </button>
    </div>
    <DrawerSession />
    <DrawerMenu />
  </div>
);
