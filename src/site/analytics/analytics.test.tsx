import { afterEach, beforeEach, expect, test } from 'vitest';
import { consentKey, countPageView, readConsent, setConsent } from './analytics.ts';

const tagId = 'G-TEST';
const home = { path: '/', label: 'Home' };
const company = { path: '/company', label: 'Company' };
const script = () => document.querySelector<HTMLScriptElement>('script[data-analytics]');
const sent = () => (window.dataLayer ?? []).map((entry) => [...(entry as unknown[])]);

/** Keeps the element from fetching anything: a page view may not reach a real host from a test. */
function holdScripts(): () => void {
  const append = document.head.append;
  document.head.append = (...nodes) => {
    for (const node of nodes) {
      if (node instanceof HTMLScriptElement) node.type = 'text/held';
      append.call(document.head, node);
    }
  };
  return () => {
    document.head.append = append;
  };
}

let release = () => {};
beforeEach(() => {
  release = holdScripts();
});
afterEach(() => {
  release();
  script()?.remove();
  delete window.dataLayer;
  localStorage.removeItem(consentKey);
});

test('nothing is loaded or recorded before consent', () => {
  countPageView(home, tagId);
  expect(readConsent()).toBe('unanswered');
  expect(script()).toBeNull();
  expect(window.dataLayer).toBeUndefined();
});

test('after consent each page view has the path without its query', () => {
  setConsent('granted', tagId);
  countPageView({ path: '/auth', label: 'Sign in' }, tagId);
  countPageView(company, tagId);
  expect(script()?.src).toBe(`https://www.googletagmanager.com/gtag/js?id=${tagId}`);
  expect(document.querySelectorAll('script[data-analytics]')).toHaveLength(1);
  const views = sent().filter(([what]) => what === 'event');
  expect(views.map(([, , page]) => (page as { page_location: string }).page_location)).toEqual([
    `${location.origin}/auth`,
    `${location.origin}/company`,
  ]);
  const config = sent().find(([what]) => what === 'config');
  expect(config).toEqual(['config', tagId, expect.objectContaining({ send_page_view: false })]);
});

test('a withdrawn consent stops the script and removes its cookies', () => {
  setConsent('granted', tagId);
  countPageView(home, tagId);
  // biome-ignore lint/suspicious/noDocumentCookie: set as the vendor's script sets it.
  document.cookie = '_ga=GA1.1; path=/';
  setConsent('denied', tagId);
  expect(document.cookie).not.toContain('_ga=');
  expect((window as unknown as Record<string, unknown>)[`ga-disable-${tagId}`]).toBe(true);
  const before = sent().length;
  countPageView(company, tagId);
  expect(sent()).toHaveLength(before);
});

const statistics = (analytics_storage: string) => ({
  analytics_storage,
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
});
const signals = () => sent().filter(([what]) => what === 'consent');

test('the signals of consent mode come first, and change with the choice, here or elsewhere', () => {
  setConsent('denied', tagId);
  setConsent('granted', tagId);
  expect(window.dataLayer).toBeUndefined();
  countPageView(home, tagId);
  countPageView(company, tagId);
  const expected = [
    ['consent', 'default', statistics('denied')],
    ['consent', 'update', statistics('granted')],
  ];
  expect(sent().slice(0, 2)).toEqual(expected);
  expect(signals()).toEqual(expected);
  setConsent('denied', tagId);
  const withdrawn = ['consent', 'update', statistics('denied')];
  expect(signals()).toEqual([...expected, withdrawn]);
  localStorage.setItem(consentKey, 'granted');
  window.dispatchEvent(new StorageEvent('storage', { key: consentKey }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  expect(signals()).toEqual([...expected, withdrawn, expected[1]]);
});

test('without a tag nothing is counted regardless of the choice', () => {
  localStorage.setItem(consentKey, 'granted');
  countPageView(home, '');
  expect(script()).toBeNull();
});
