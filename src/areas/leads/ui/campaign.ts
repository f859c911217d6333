// How the visitor came to the site. Stored for the visit, and sent only with an inquiry.
import { tabStore } from '#client/storage.ts';

const storageKey = 'campaign';
const valueLengthMax = 300;
const parameters = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];

export type Campaign = Record<string, string>;

/** Stores the first page view of a visit; later ones are ignored. */
export function captureCampaign(): void {
  if (typeof window === 'undefined' || tabStore.read(storageKey) !== null) return;
  tabStore.write(storageKey, JSON.stringify(readVisit(window.location, document.referrer)));
}

/** Parameters for the inquiry; empty if the browser stores nothing. */
export function readCampaign(): Campaign {
  try {
    const saved: unknown = JSON.parse(tabStore.read(storageKey) ?? '{}');
    return typeof saved === 'object' && saved !== null ? (saved as Campaign) : {};
  } catch {
    return {};
  }
}

export function readVisit({ href }: Pick<Location, 'href'>, referrer: string): Campaign {
  const { origin, pathname, searchParams } = new URL(href);
  const isForeign = URL.canParse(referrer) && new URL(referrer).origin !== origin;
  const found: [string, string | null][] = [
    ...parameters.map((name): [string, string | null] => [name, searchParams.get(name)]),
    ['referrer', isForeign ? referrer : null],
    ['landing_page', origin + pathname],
  ];
  return Object.fromEntries(
    found.flatMap(([name, value]) => (value ? [[name, value.slice(0, valueLengthMax)]] : [])),
  );
}
