// Why a package is installed: the shortest chain from the project to it.
import { type Lock, nameOf, neededBy, resolvePlace } from './lock.ts';

/** By place: the names from a package of the project to the one at this place. */
export function findChains(lock: Lock): Map<string, string[]> {
  const project = lock[''];
  const chains = new Map<string, string[]>();
  if (!project) return chains;
  const own = [...neededBy(project), ...Object.keys(project.devDependencies ?? {})];
  const reach = (from: string, name: string, above: readonly string[]) => {
    const place = resolvePlace(lock, from, name);
    if (place && !chains.has(place)) chains.set(place, [...above, nameOf(place)]);
  };
  for (const name of own) reach('', name, []);
  // A map iterates over what is added meanwhile, so this walks in breadth.
  for (const [place, chain] of chains)
    for (const name of neededBy(lock[place]!)) reach(place, name, chain);
  return chains;
}
