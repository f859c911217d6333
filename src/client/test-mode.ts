// Test mode of this tab: its dashboard shows play money and what was made with it. Public pages and
// the console are always live. It belongs to a session: signing out or in as somebody else, and
// impersonating, end it.
import { isAlwaysLive, testModeHeader, testModeParameter } from '#lib/test-mode.ts';
import { setCallHeaders } from './api.ts';
import { loadImpersonation } from './impersonation.ts';
import { session, sessionKeys } from './session.ts';
import { siteSettings } from './site-settings.ts';
import { localStore, tabStore } from './storage.ts';

const storageKey = 'test_mode';
const dashboard = '/dashboard';
const markLength = 12;

type Address = { pathname: string; search: string; hash: string };

/** Tells this session from others, and is too little to use it. Null without one of one's own. */
const sessionMark = (): string | null =>
  (loadImpersonation() === null && localStore.read(sessionKeys.refresh)?.slice(-markLength)) ||
  null;

export const isBelowDashboard = (pathname: string): boolean =>
  pathname === dashboard || pathname.startsWith(`${dashboard}/`);

export const canSwitchMode = (): boolean => siteSettings.testMode !== '' && sessionMark() !== null;

/** Which mode an address asks for: those that test mode gives out do. */
export function readRequestedMode({ search }: Pick<Address, 'search'>): 'test' | 'live' | null {
  const value = new URLSearchParams(search).get(testModeParameter);
  return value === 'test' || value === 'live' ? value : null;
}

export function withoutMode({ pathname, search, hash }: Address): string {
  const query = new URLSearchParams(search);
  query.delete(testModeParameter);
  return pathname + (query.size > 0 ? `?${query}` : '') + hash;
}

/** Done before the first call of the page. Returns whose session is in test mode, if one is. */
function startPage(): string | null {
  const mark = sessionMark();
  const requested = isBelowDashboard(location.pathname) ? readRequestedMode(location) : null;
  if (requested && mark) history.replaceState(history.state, '', withoutMode(location));
  const isTestRequested = requested ? requested === 'test' : tabStore.read(storageKey) === mark;
  if (mark && isTestRequested && canSwitchMode()) {
    tabStore.write(storageKey, mark);
    return session.read().email;
  }
  tabStore.remove(storageKey);
  return null;
}

/** Constant for a page, because it keeps what it has loaded, unless the session ends. */
let owner = typeof window === 'undefined' ? null : startPage();

export function isTestMode(): boolean {
  if (owner !== null && session.read().email !== owner) {
    owner = null;
    tabStore.remove(storageKey);
  }
  return owner !== null;
}

session.subscribe(isTestMode);

setCallHeaders((endpoint): Record<string, string> => {
  const isTest = isTestMode() && isBelowDashboard(location.pathname) && !isAlwaysLive(endpoint);
  return isTest ? { [testModeHeader]: 'true' } : {};
});

/**
 * Loads the page anew, so that nothing of the other mode stays. No record is in both modes: of its
 * address only the screen is kept.
 */
export function switchMode(mode: 'test' | 'live'): void {
  const screen = location.pathname.split('/').slice(0, 3).join('/');
  location.assign(`${screen}?${testModeParameter}=${mode}`);
}
