import { formatUtcDateTime } from '#lib/format.ts';
import type { Origin } from '../accounts.ts';
import { describeBrowser } from '../sessions/describe-browser.ts';

/** Lets the reader tell their own request from another person's. */
export function describeRequest({ origin, at }: { origin: Origin; at: Date }): [string, string][] {
  const { browser, system } = describeBrowser(origin.userAgent);
  return [
    ['When', formatUtcDateTime(at)],
    ['Browser', `${browser} on ${system}`],
    ['IP address', origin.ip ?? 'unknown'],
  ];
}
