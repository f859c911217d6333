import { useRef } from 'react';

/** An entry of a menu is gone when the dialog closes; the button of its menu is still there. */
function standingOpener(): Element | null {
  const active = document.activeElement;
  const menuButton = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return menuButton ? document.getElementById(menuButton) : active;
}

/**
 * For the content of a dialog that no trigger of its own opens: when it closes, the focus goes back
 * to what had it. Radix asks its trigger alone, and without one the focus would be lost.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = standingOpener();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
