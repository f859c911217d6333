import { useRef } from 'react';
import { focusNear, listAncestors } from './move-focus.ts';

/** A menu item is gone when the dialog closes, but the button of its menu is still there. */
function currentOpener(): Element | null {
  const active = document.activeElement;
  const menuButton = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return menuButton ? document.getElementById(menuButton) : active;
}

/**
 * For the content of a dialog without a trigger: when it closes, the focus returns to the element
 * that had it, or near it if the dialog's action removed that element. Radix only knows its own
 * trigger. If another screen has taken the focus already, it stays there.
 */
export function useFocusReturn() {
  const ancestors = useRef<readonly Element[]>([]);
  return {
    onOpenAutoFocus: () => {
      ancestors.current = listAncestors(currentOpener());
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (document.activeElement === document.body) focusNear(ancestors.current);
    },
  };
}
