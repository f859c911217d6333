// Page views for Google Analytics: only in production, only with ANALYTICS_TAG_ID, and only after
// the visitor agreed. Until then nothing is fetched from another host.

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Empty where no page views are counted. */
export const analyticsTagId: string = import.meta.env.ANALYTICS_TAG_ID ?? '';

export type Consent = 'granted' | 'denied' | 'unasked';

export const consentKey = 'analytics_consent';
const listeners = new Set<() => void>();

export function readConsent(): Consent {
  try {
    const kept = localStorage.getItem(consentKey);
    return kept === 'granted' || kept === 'denied' ? kept : 'unasked';
  } catch {
    // Who keeps nothing can't agree either: asking again on every page would be a nuisance.
    return 'denied';
  }
}

/** Keeps the choice; without consent what was set before goes. */
export function setConsent(consent: 'granted' | 'denied', tagId = analyticsTagId): void {
  try {
    localStorage.setItem(consentKey, consent);
  } catch {
    return;
  }
  setDisabled(tagId, consent === 'denied');
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

/** The switch that the vendor's script asks before each request. */
function setDisabled(tagId: string, isDisabled: boolean): void {
  (window as unknown as Record<string, unknown>)[`ga-disable-${tagId}`] = isDisabled;
}

/** The vendor's cookies stand on the widest domain that the browser lets it use. */
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
function tell(..._words: unknown[]): void {
  window.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: an array in its place would be ignored by the script.
  window.dataLayer.push(arguments);
}

function load(tagId: string): void {
  if (document.querySelector(`script[data-analytics]`)) return;
  tell('js', new Date());
  // The script would read all three from the page itself for what it counts beside.
  tell('config', tagId, {
    send_page_view: false,
    page_location: location.origin,
    page_title: '',
    page_referrer: document.referrer.startsWith(location.origin) ? '' : document.referrer,
  });
  const script = document.createElement('script');
  script.async = true;
  script.dataset.analytics = '';
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(tagId)}`;
  document.head.append(script);
}

/** Where the visitor is: `/c/:token` stays as it is written here, and so keeps its secret. */
export type CountedPage = { path: string; label: string };

/** Nothing without consent. */
export function countPageView({ path, label }: CountedPage, tagId = analyticsTagId): void {
  if (!tagId || readConsent() !== 'granted') return;
  setDisabled(tagId, false);
  load(tagId);
  const page = { page_location: `${location.origin}${path}`, page_title: label };
  tell('event', 'page_view', page);
}
