import { useSyncExternalStore } from 'react';
import { groundColors } from '#lib/brand-colors.ts';

export type Theme = 'dark' | 'light';

export const themeKey = 'theme';

/**
 * Runs inline in the head before the first paint. Constant, because the content security policy
 * contains its hash. The system's preference is ignored; the default is dark.
 */
export const themeScript = `try{document.documentElement.classList.toggle('light',localStorage.getItem('theme')==='light')}catch{}
document.head.append(Object.assign(document.createElement('meta'),{name:'theme-color',content:document.documentElement.classList.contains('light')?'${groundColors.light}':'${groundColors.dark}'}))`;

const listeners = new Set<() => void>();

const isLight = () => document.documentElement.classList.contains('light');
const readTheme = (): Theme => (isLight() ? 'light' : 'dark');
const readThemeOnServer = (): Theme => 'dark';

function showTheme(theme: Theme) {
  document.documentElement.classList.toggle('light', theme === 'light');
  const bars = document.querySelector<HTMLMetaElement>('meta[name=theme-color]');
  if (bars) bars.content = groundColors[theme];
  for (const listener of listeners) listener();
}

/** Applies the theme at once and stores it if storage is allowed. */
export function setTheme(theme: Theme) {
  showTheme(theme);
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // Storage may be blocked or full: then the choice lasts until the page is closed.
  }
}

const toTheme = (stored: string | null): Theme => (stored === 'light' ? 'light' : 'dark');

/** Applies the stored theme again, after React has re-rendered the whole document. */
export function restoreTheme() {
  try {
    showTheme(toTheme(localStorage.getItem(themeKey)));
  } catch {
    // Storage may be blocked: then no theme is stored.
  }
}

function followOtherTabs(event: StorageEvent) {
  if (event.key === themeKey) showTheme(toTheme(event.newValue));
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTabs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs);
  };
}

/** The current theme; rerenders when it changes here or in another tab. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme, readThemeOnServer);
