import { useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light';

export const themeKey = 'theme';

/**
 * Runs before the first paint, inline in the head. Constant on purpose: the content security
 * policy names its hash. The system's preference is ignored; without a stored choice it is dark.
 */
export const themeScript =
  "try{document.documentElement.classList.toggle('light',localStorage.getItem('theme')==='light')}catch{}";

const listeners = new Set<() => void>();

const isLight = () => document.documentElement.classList.contains('light');
const readTheme = (): Theme => (isLight() ? 'light' : 'dark');
const readThemeOnServer = (): Theme => 'dark';

function showTheme(theme: Theme) {
  document.documentElement.classList.toggle('light', theme === 'light');
  for (const listener of listeners) listener();
}

/** Shows the theme at once and keeps it for later visits where storage is allowed. */
export function setTheme(theme: Theme) {
  showTheme(theme);
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // Storage may be blocked or full: the choice then lasts as long as the page.
  }
}

function followOtherTabs(event: StorageEvent) {
  if (event.key === themeKey) showTheme(event.newValue === 'light' ? 'light' : 'dark');
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTabs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs);
  };
}

/** The theme on screen; rerenders when it changes here or in another tab. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme, readThemeOnServer);
