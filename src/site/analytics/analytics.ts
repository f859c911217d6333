// Page views for Google Analytics: only in production, only with ANALYTICS_TAG_ID, and only after
// the visitor consented. Until then nothing is fetched from another host.

import { siteSettings } from '#client/site-settings.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Empty when page views are not counted. */
export const { analyticsTagId } = siteSettings;

export type Consent = 'granted' | 'denied' | 'unanswered';

export const consentKey = 'analytics_consent';
const listeners = new Set<() => void>();

export function readConsent(): Consent {
  try {
    const stored = localStorage.getItem(consentKey);
    return stored === 'granted' || stored === 'denied' ? stored : 'unanswered';
  } catch {
    // Without storage a choice can't be saved, and asking on every page would be a nuisance.
    return 'denied';
  }
}

/** Stores the choice; a denial also removes the cookies set before. */
export function setConsent(consent: 'granted' | 'denied', tagId = analyticsTagId): void {
  try {
    localStorage.setItem(consentKey, consent);
  } catch {
    return;
  }
  applyConsent(consent, tagId);
  if (consent === 'denied') removeCookies();
  for (const listener of listeners) listener();
}

export function subscribeConsent(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The vendor's script checks this flag before each request. */
function setDisabled(tagId: string, isDisabled: boolean): void {
  (window as unknown as Record<string, unknown>)[`ga-disable-${tagId}`] = isDisabled;
}

/** The signals of Google's consent mode. The banner asks about statistics, never about ads. */
const signalsFor = (consent: Consent) => ({
  analytics_storage: consent === 'granted' ? 'granted' : 'denied',
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
});

/** Where the script is not loaded there is nobody to inform. */
function applyConsent(consent: Consent, tagId: string): void {
  setDisabled(tagId, consent !== 'granted');
  if (findScript()) gtag('consent', 'update', signalsFor(consent));
}

/** The vendor sets its cookies on the widest domain that the browser allows. */
function removeCookies(): void {
  const names = document.cookie.split('; ').map((cookie) => cookie.split('=')[0] ?? '');
  const labels = location.hostname.split('.');
  const domains = labels.map((_, at) => `; domain=${labels.slice(at).join('.')}`);
  for (const name of names.filter((one) => /^_g(a|id|at)/.test(one)))
    for (const domain of ['', ...domains]) {
      // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
      document.cookie = `${name}=; path=/; max-age=0${domain}`;
    }
}

// The vendor's script reads the arguments object itself, not an array.
function gtag(..._args: unknown[]): void {
  window.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: the script ignores an array.
  window.dataLayer.push(arguments);
}

/** With its tag as `data-analytics`. */
const findScript = () => document.querySelector<HTMLScriptElement>('script[data-analytics]');

/** A choice in another tab. */
function followChoice({ key }: StorageEvent): void {
  const tagId = findScript()?.dataset.analytics;
  if (tagId && (key === consentKey || key === null)) applyConsent(readConsent(), tagId);
}

/** After consent. The signals come before all other commands. */
function load(tagId: string): void {
  if (findScript()) return;
  gtag('consent', 'default', signalsFor('unanswered'));
  gtag('consent', 'update', signalsFor('granted'));
  window.addEventListener('storage', followChoice);
  gtag('js', new Date());
  // Without these the script reads the real values from the page for its automatic events.
  gtag('config', tagId, {
    send_page_view: false,
    page_location: location.origin,
    page_title: '',
    page_referrer: document.referrer.startsWith(location.origin) ? '' : document.referrer,
  });
  const script = document.createElement('script');
  script.async = true;
  script.dataset.analytics = tagId;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(tagId)}`;
  document.head.append(script);
}

/** The route, not the address: `/c/:token` without its secret token. */
export type PageView = { path: string; label: string };

/** Nothing without consent. */
export function countPageView({ path, label }: PageView, tagId = analyticsTagId): void {
  if (!tagId || readConsent() !== 'granted') return;
  setDisabled(tagId, false);
  load(tagId);
  const page = { page_location: `${location.origin}${path}`, page_title: label };
  gtag('event', 'page_view', page);
}
