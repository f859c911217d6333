import type { Route } from './route.ts';

/** Pairs of neighbouring letters, a word's edges included. */
const pairsOf = (text: string): Set<string> => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words.flatMap((word) =>
      Array.from({ length: word.length + 1 }, (_, at) => ` ${word} `.slice(at, at + 2)),
    ),
  );
};

/** The similarity of two texts, from 0 to 1 (Dice's coefficient of their letter pairs). */
export function similarityOf(a: string, b: string): number {
  const [first, second] = [pairsOf(a), pairsOf(b)];
  if (first.size + second.size === 0) return 0;
  return (2 * [...first].filter((pair) => second.has(pair)).length) / (first.size + second.size);
}

/** Below this, a similarity is coincidence. */
const similarityMin = 0.45;
/** Next to a good match, much weaker ones are noise. */
const shareOfBestMin = 0.7;

const lastOf = (path: string) => path.split('/').findLast(Boolean) ?? '';

/** Common names for these pages on other sites, letters only. */
const otherNames: Record<string, string> = {
  login: '/auth',
  signin: '/auth',
  signup: '/auth',
  register: '/auth',
  account: '/auth',
  prices: '/pricing',
  plans: '/pricing',
  help: '/company/contact',
  support: '/company/contact',
  documentation: '/docs',
};

const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

/**
 * Suggestions for an unknown address, best first. The whole address is compared, and its last part
 * alone, because pages move between sections.
 */
export function suggestRoutes(address: string, routes: readonly Route[], routesMax = 5): Route[] {
  const named = otherNames[lettersOf(lastOf(address))];
  if (named) return routes.filter(({ path }) => path === named);
  const likely = routes
    .filter(({ isHidden, path }) => !isHidden && path !== '/')
    .map((route) => {
      const whole = similarityOf(address, route.path);
      const last = similarityOf(lastOf(address), lastOf(route.path));
      return { route, likeness: Math.max(whole, last) };
    })
    .sort((a, b) => b.likeness - a.likeness);
  const least = Math.max(similarityMin, (likely[0]?.likeness ?? 0) * shareOfBestMin);
  return likely
    .filter(({ likeness }) => likeness >= least)
    .slice(0, routesMax)
    .map(({ route }) => route);
}
