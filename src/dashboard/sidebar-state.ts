// Whether the sidebar is open, kept in a cookie: the next visit starts as this one ended.

export const sidebarCookie = 'sidebar_state';
/** Seven days, in seconds. */
export const sidebarCookieMaxAge = 604_800;
export const sidebarWidth = '16rem';
/** Pressed with ctrl or cmd. */
export const sidebarKey = 'b';

/** Open unless the cookie says otherwise. */
export const readSidebarOpen = (cookies: string): boolean =>
  !cookies.split('; ').includes(`${sidebarCookie}=false`);

export const printSidebarCookie = (isOpen: boolean): string =>
  `${sidebarCookie}=${isOpen}; path=/; max-age=${sidebarCookieMaxAge}; SameSite=Lax`;

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export const isSidebarPress = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): boolean =>
  key.toLowerCase() === sidebarKey && (ctrlKey || metaKey) && !altKey && !shiftKey;
