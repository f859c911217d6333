import type { Origin } from '../accounts.ts';
import { describeBrowser } from '../browsers.ts';

const format = new Intl.DateTimeFormat('en', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Lines that let a person tell their own request from a stranger's. */
export function whereAndWhen({ origin, at }: { origin: Origin; at: Date }): [string, string][] {
  const { browser, system } = describeBrowser(origin.userAgent);
  return [
    ['When', `${format.format(at)} UTC`],
    ['Browser', `${browser} on ${system}`],
    ['IP address', origin.ip ?? 'unknown'],
  ];
}
