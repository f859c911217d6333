import type { KeyboardEvent } from 'react';

/**
 * Arrow keys, Home and End in an open dropdown; on its button the down arrow opens it. Tab, Enter
 * and Escape are handled by the browser's popover.
 */
export function moveInDropdown(event: KeyboardEvent<HTMLElement>): void {
  const panel = event.currentTarget.querySelector<HTMLElement>('[popover]');
  if (!panel) return;
  const links = [...panel.querySelectorAll('a')];
  const at = links.findIndex((link) => link.matches(':focus'));
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: links.length - 1,
  };
  const target = targets[event.key];
  const isOpen = panel.matches(':popover-open');
  if (target === undefined || (!isOpen && event.key !== 'ArrowDown')) return;
  event.preventDefault();
  if (!isOpen) panel.showPopover();
  links.at(target % links.length)?.focus();
}
