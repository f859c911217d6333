// Why a package is installed: the shortest chain from the project to it.
import { type Lock, neededBy, resolvePlace, toName } from './lock.ts';

/** By place: the names from a package of the project to the one at this place. */
export function findChains(lock: Lock): Map<string, string[]> {
  const chains = new Map<string, string[]>();
  const reach = (from: string, above: readonly string[]) => {
    for (const name of neededBy(lock[from]!)) {
      const place = resolvePlace(lock, from, name);
      if (place && !chains.has(place)) chains.set(place, [...above, toName(place)]);
    }
  };
  reach('', []);
  // A map iterates over what is added meanwhile, so this walks in breadth.
  for (const [place, chain] of chains) reach(place, chain);
  return chains;
}
