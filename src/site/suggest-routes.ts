import type { Route } from './route-table.ts';

/** Pairs of neighbouring letters, a word's edges included. */
const pairsOf = (text: string): Set<string> => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words.flatMap((word) =>
      Array.from({ length: word.length + 1 }, (_, at) => ` ${word} `.slice(at, at + 2)),
    ),
  );
};

/** How much two texts share, from 0 to 1 (Dice's coefficient of their letter pairs). */
export function similarityOf(a: string, b: string): number {
  const [first, second] = [pairsOf(a), pairsOf(b)];
  if (first.size + second.size === 0) return 0;
  return (2 * [...first].filter((pair) => second.has(pair)).length) / (first.size + second.size);
}

const similarityMin = 0.3;

/**
 * Pages that somebody may have meant by an address that has none, the likeliest first. The whole
 * address counts, or its last part alone: pages move from one section to another.
 */
export function suggestRoutes(address: string, routes: readonly Route[], routesMax = 5): Route[] {
  const lastOf = (path: string) => path.split('/').findLast(Boolean) ?? '';
  return routes
    .filter(({ isHidden, path }) => !isHidden && path !== '/')
    .map((route) => {
      const whole = similarityOf(address, route.path);
      const last = similarityOf(lastOf(address), lastOf(route.path));
      return { route, likeness: Math.max(whole, last) };
    })
    .filter(({ likeness }) => likeness >= similarityMin)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, routesMax)
    .map(({ route }) => route);
}
