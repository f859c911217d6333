// How a visitor came to the site: kept for the visit, and sent along with an inquiry only.
import { tabStore } from '#client/storage.ts';

const storageKey = 'campaign';
const valueLengthMax = 300;
const parameters = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];

export type Campaign = Record<string, string>;

/** Notes the first page view of a visit; later ones change nothing. */
export function captureCampaign(): void {
  if (typeof window === 'undefined' || tabStore.read(storageKey) !== null) return;
  tabStore.write(storageKey, JSON.stringify(describeVisit(window.location, document.referrer)));
}

/** The names as they are sent; empty when the browser keeps nothing. */
export function readCampaign(): Campaign {
  try {
    const kept: unknown = JSON.parse(tabStore.read(storageKey) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Campaign) : {};
  } catch {
    return {};
  }
}

export function describeVisit({ href }: Pick<Location, 'href'>, referrer: string): Campaign {
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
