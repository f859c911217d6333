// Which calls an unknown address resembles. Only those of the reference: calls of staff and of
// other servers are never named.
import type { Endpoint } from '#lib/endpoint.ts';

export type Call = Pick<Endpoint, 'method' | 'path'> &
  Partial<Pick<Endpoint, 'permission' | 'body'>>;

const isDocumented = ({ permission, body }: Call): boolean =>
  !(typeof permission === 'object' && 'staff' in permission) &&
  !(permission === 'public' && body === 'raw');

/** `GET /apix/things/{id}/`. */
const formatName = ({ method, path }: Call) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;

/** The calls of one address. */
export const listNames = (calls: readonly Call[]): string[] =>
  calls.filter(isDocumented).map(formatName).sort();

const nearestMax = 3;
/** Beyond this the address is no misspelling, and comparing would take long. */
const lengthMax = 200;
/** Of the parts of the address, how many may differ. */
const shareMax = 0.5;

const splitSegments = (path: string) => path.split('/').filter(Boolean).slice(1);

/** Distances of pairs of words: an address has few, and templates share theirs. */
type Distances = Map<string, number>;

/** The Levenshtein distance of two lists, in which `cost` compares two items. */
function editDistance<T>(from: readonly T[], to: readonly T[], cost: (a: T, b: T) => number) {
  let row = to.map((_, at) => at + 1);
  row.unshift(0);
  for (const [y, one] of from.entries()) {
    const next = [y + 1];
    for (const [x, other] of to.entries())
      next.push(Math.min(row[x]! + cost(one, other), row[x + 1]! + 1, next[x]! + 1));
    row = next;
  }
  return row.at(-1) ?? 0;
}

function wordDistance(from: string, to: string, known: Distances): number {
  const longest = Math.max(from.length, to.length);
  // Two words that share less than half of their letters are not alike.
  if (Math.abs(from.length - to.length) > longest / 2) return 1;
  const pair = `${from}/${to}`;
  const found = known.get(pair);
  if (found !== undefined) return found;
  const letters = editDistance([...from], [...to], (a, b) => (a === b ? 0 : 1));
  const share = letters / longest;
  const distance = share > 0.5 ? 1 : share;
  known.set(pair, distance);
  return distance;
}

/** A parameter may be anything, but an equal word fits better. */
const anyWord = 0.4;
/** Next to a good match, much weaker ones are noise. */
const marginMax = 0.3;

/** The documented calls whose address is most like `url`, the same method first. */
export function findNearestCalls(
  calls: readonly Call[],
  { method, url }: { method: string; url: string },
): string[] {
  const [path = ''] = url.split('?', 1);
  const unknown = splitSegments(path.toLowerCase());
  if (!path.startsWith('/apix/') || path.length > lengthMax || unknown.length === 0) return [];
  const known: Distances = new Map();
  const cost = (one: string, other: string) =>
    one === other ? 0 : other.startsWith(':') ? anyWord : wordDistance(one, other, known);
  const distanceMax = unknown.length * shareMax;
  const alike = calls
    .filter(isDocumented)
    .map((call) => ({ call, segments: splitSegments(call.path) }))
    .filter(({ segments }) => Math.abs(segments.length - unknown.length) <= distanceMax)
    .map(({ call, segments }) => ({ call, distance: editDistance(unknown, segments, cost) }))
    .filter(({ distance }) => distance <= distanceMax);
  const least = Math.min(...alike.map(({ distance }) => distance));
  return alike
    .filter(({ distance }) => distance <= least + marginMax)
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        Number(b.call.method === method) - Number(a.call.method === method) ||
        formatName(a.call).localeCompare(formatName(b.call)),
    )
    .slice(0, nearestMax)
    .map(({ call }) => formatName(call));
}
