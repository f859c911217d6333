import { Search } from 'lucide-react';
import { lazy, useEffect, useState } from 'react';
import { LogoutDialog } from '#areas/accounts/ui/sessions/LogoutDialog.tsx';
import { LazyBoundary } from '#ui/LazyBoundary.tsx';
import { closeMenuDrawer } from '#ui/MenuDrawer.tsx';
import { isPaletteShortcut } from './palette-shortcut.ts';

const CommandPalette = lazy(async () => ({
  default: (await import('./CommandPalette.tsx')).CommandPalette,
}));

const isApple = () => /mac|iphone|ipad/i.test(navigator.platform);

/** Opens the palette, as ctrl or cmd + k does anywhere in the dashboard. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false);
  const [isLeaving, setLeaving] = useState(false);

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!isPaletteShortcut(event)) return;
      event.preventDefault();
      closeMenuDrawer();
      setOpen((wasOpen) => !wasOpen);
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);

  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-h-10 items-center gap-2 rounded-control px-2.5 text-sm text-quiet hover:bg-text/8 max-md:ml-auto md:mr-auto md:w-72 md:border md:border-control md:bg-field pointer-coarse:min-h-11"
      >
        <Search size={18} aria-hidden />
        <span className="max-md:sr-only">Go to or do</span>
        <span aria-hidden="true" className="ml-auto font-mono text-xs max-md:hidden">
          {isApple() ? '⌘K' : 'Ctrl K'}
        </span>
      </button>
      {isOpen && (
        <LazyBoundary onFailure={() => setOpen(false)}>
          <CommandPalette onClose={() => setOpen(false)} onSignOut={() => setLeaving(true)} />
        </LazyBoundary>
      )}
      <LogoutDialog isOpen={isLeaving} onOpenChange={setLeaving} />
    </>
  );
}
