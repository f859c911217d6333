// Whether the sidebar is open, stored in a cookie.

import { daySeconds } from '#lib/durations.ts';

export const sidebarCookie = 'sidebar_state';
export const sidebarCookieMaxAge = 7 * daySeconds;
export const sidebarWidth = '16rem';
/** With ctrl or cmd. */
export const sidebarKey = 'b';

/** Open unless the cookie says otherwise. */
export const readSidebarOpen = (cookies: string): boolean =>
  !cookies.split('; ').includes(`${sidebarCookie}=false`);

export const serializeSidebarCookie = (isOpen: boolean): string =>
  `${sidebarCookie}=${isOpen}; path=/; max-age=${sidebarCookieMaxAge}; SameSite=Lax`;

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export const isSidebarShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean =>
  key.toLowerCase() === sidebarKey && (ctrlKey || metaKey) && !altKey && !shiftKey;
