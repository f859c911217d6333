// The tables of `npm run deps`.
import { findChains } from './chains.ts';
import { countLicences } from './licences.ts';
import { type Lock, toName } from './lock.ts';
import { measurePackage } from './sizes.ts';

export type Closure = { title: string; project: string; lock: Lock; places: readonly string[] };

/** Number of packages, megabytes, licences and the largest packages with what pulls them in. */
export function describeClosure({ title, project, lock, places }: Closure, largest: number) {
  const chains = findChains(lock);
  const sizes = places.map((place) => ({ place, size: measurePackage(project, lock, place) }));
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  const licences = countLicences(lock, places).map(([licence, count]) => `${count} ${licence}`);
  const rows = sizes
    .sort((a, b) => b.size - a.size)
    .slice(0, largest)
    .map(({ place, size }) => describePackage(lock, place, size, chains));
  return [
    `${title}: ${places.length} packages, ${total.toFixed(0)} MB`,
    `  ${licences.join(', ')}`,
    ...rows,
  ].join('\n');
}

function describePackage(
  lock: Lock,
  place: string,
  size: number,
  chains: ReadonlyMap<string, readonly string[]>,
): string {
  const above = (chains.get(place) ?? []).slice(0, -1);
  const name = `${toName(place)} ${lock[place]?.version}`;
  return `${size.toFixed(1).padStart(7)}  ${name.padEnd(52)} ${above.join(' > ')}`.trimEnd();
}

/** The packages whose name contains a word, each with what pulls it in. */
export function describeMatches({ title, project, lock, places }: Closure, word: string): string {
  const chains = findChains(lock);
  const rows = places
    .filter((place) => toName(place).includes(word))
    .map((place) => describePackage(lock, place, measurePackage(project, lock, place), chains));
  return [`${title}: ${rows.length} packages with “${word}”`, ...rows].join('\n');
}
