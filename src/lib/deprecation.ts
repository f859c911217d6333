// How a call ends, by the promise of /docs/guides/versioning.
import { dayMs } from './durations.ts';

export type Deprecation = {
  /** The day from which it should not be used any more: `2026-12-01`. */
  since: string;
  /** The day from which it may be gone, if that is decided. */
  sunset?: string;
  /** The call that replaces it: `GET /apix/things/`. */
  instead?: `${string} /apix/${string}`;
};

/** Days between the announcement that a call ends and its end, at least. */
export const deprecationDaysMin = 180;

/** What says where the announcement is, below the address of the site. */
const announcements = '/docs/changelog';

/** RFC 9745, RFC 8594 and a link to the announcement. None for a call that stays. */
export function deprecationHeaders(
  deprecated: Deprecation | undefined,
  siteUrl: string,
): Record<string, string> {
  if (!deprecated) return {};
  const { since, sunset } = deprecated;
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset && { sunset: new Date(sunset).toUTCString() }),
    link: `<${siteUrl}${announcements}>; rel="deprecation"; type="text/html"`,
  };
}

/** What breaks the promise; nothing if all is well. */
export function deprecationFault({ since, sunset }: Deprecation): string | undefined {
  const [from, to] = [since, sunset ?? since].map((day) => Date.parse(day));
  if (Number.isNaN(from) || Number.isNaN(to)) return 'A day is not valid.';
  const days = (to! - from!) / dayMs;
  if (sunset && days < deprecationDaysMin) return `It ends after ${days} days.`;
  return undefined;
}
