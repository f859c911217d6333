import { useRef } from 'react';
import { focusNear, surroundingsOf } from './focus-places.ts';

/** An entry of a menu is gone when the dialog closes; the button of its menu is still there. */
function standingOpener(): Element | null {
  const active = document.activeElement;
  const menuButton = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return menuButton ? document.getElementById(menuButton) : active;
}

/**
 * For the content of a dialog that no trigger of its own opens: when it closes, the focus goes back
 * to what had it, or near it where the dialog's action removed that. Radix asks its trigger alone,
 * and without one the focus would be lost. Another screen may have taken it before: it stays there.
 */
export function useFocusReturn() {
  const surroundings = useRef<readonly Element[]>([]);
  return {
    onOpenAutoFocus: () => {
      surroundings.current = surroundingsOf(standingOpener());
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (document.activeElement === document.body) focusNear(surroundings.current);
    },
  };
}
