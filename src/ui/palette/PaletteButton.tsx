import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { LazyBoundary } from '../LazyBoundary.tsx';
import { closeMenuDrawer } from '../MenuDrawer.tsx';

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Ctrl or cmd + k. */
export const isPaletteShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;

const isApple = () => /mac|iphone|ipad/i.test(navigator.platform);

type PaletteButtonProps = {
  label: string;
  /** The palette, loaded when it is first opened. */
  children: (close: () => void) => ReactNode;
};

/** Opens a palette, as ctrl or cmd + k does anywhere on the screen. */
export function PaletteButton({ label, children }: PaletteButtonProps) {
  const [isOpen, setOpen] = useState(false);

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
        <span className="max-md:sr-only">{label}</span>
        <span aria-hidden="true" className="ml-auto font-mono text-xs max-md:hidden">
          {isApple() ? '⌘K' : 'Ctrl K'}
        </span>
      </button>
      {isOpen && (
        <LazyBoundary onFailure={() => setOpen(false)}>
          {children(() => setOpen(false))}
        </LazyBoundary>
      )}
    </>
  );
}
