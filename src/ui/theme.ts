import { useSyncExternalStore } from 'react';
import { themeColors } from './theme-colors.ts';

export type Theme = 'dark' | 'light';

export const themeKey = 'theme';

/**
 * Runs before the first paint, inline in the head. Constant on purpose: the content security
 * policy names its hash. The system's preference is ignored; without a stored choice it is dark.
 */
export const themeScript = `try{document.documentElement.classList.toggle('light',localStorage.getItem('theme')==='light')}catch{}
document.head.append(Object.assign(document.createElement('meta'),{name:'theme-color',content:document.documentElement.classList.contains('light')?'${themeColors.light}':'${themeColors.dark}'}))`;

const listeners = new Set<() => void>();

const isLight = () => document.documentElement.classList.contains('light');
const readTheme = (): Theme => (isLight() ? 'light' : 'dark');
const readThemeOnServer = (): Theme => 'dark';

function showTheme(theme: Theme) {
  document.documentElement.classList.toggle('light', theme === 'light');
  const bars = document.querySelector<HTMLMetaElement>('meta[name=theme-color]');
  if (bars) bars.content = themeColors[theme];
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

const themeOf = (stored: string | null): Theme => (stored === 'light' ? 'light' : 'dark');

/** Shows the theme that is kept once more, after React has written the whole document anew. */
export function restoreTheme() {
  try {
    showTheme(themeOf(localStorage.getItem(themeKey)));
  } catch {
    // Storage may be blocked: then no theme was kept.
  }
}

function followOtherTabs(event: StorageEvent) {
  if (event.key === themeKey) showTheme(themeOf(event.newValue));
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
