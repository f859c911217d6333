import { useCallback, useEffect, useState } from 'react';
import { toggleMenuDrawer } from '#ui/MenuDrawer.tsx';
import { isSidebarShortcut, readSidebarOpen, serializeSidebarCookie } from './sidebar-state.ts';

/** The width below which the sidebar is a drawer. */
const isSmall = () => window.matchMedia('(width < 48rem)').matches;

/** Toggled by button and by ctrl or cmd + b; on a small screen the keys open the drawer. */
export function useSidebar(drawerId: string) {
  const [isOpen, setIsOpen] = useState(() => readSidebarOpen(document.cookie));

  const toggle = useCallback(() => {
    if (isSmall()) toggleMenuDrawer(drawerId);
    else setIsOpen((wasOpen) => !wasOpen);
  }, [drawerId]);

  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists in secure contexts only.
    document.cookie = serializeSidebarCookie(isOpen);
  }, [isOpen]);

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!isSidebarShortcut(event)) return;
      event.preventDefault();
      toggle();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [toggle]);

  return { isOpen, toggle };
}
