// What a package-lock.json says that npm installs.
import { readFileSync } from 'node:fs';
import path from 'node:path';

export type LockedPackage = {
  version: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/** By place: `node_modules/a/node_modules/b`; '' is the project itself. */
export type Lock = Record<string, LockedPackage>;

/** `folder` is that of the project. */
export const readLock = (folder: string): Lock =>
  (JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as { packages: Lock })
    .packages;

/** `b` for `node_modules/a/node_modules/b`. */
export const toName = (place: string): string =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The places of what `npm ci` installs on Linux with x64 and glibc. */
export function listInstalled(lock: Lock): string[] {
  const places = new Set<string>();
  const reach = (from: string) => {
    for (const name of neededBy(lock[from]!)) {
      const place = resolvePlace(lock, from, name);
      if (place && isForLinux(lock[place]!)) places.add(place);
    }
  };
  reach('');
  // A set iterates over what is added meanwhile.
  for (const place of places) reach(place);
  return [...places];
}

/** The same for `npm ci --omit=dev`. */
export const listRuntime = (lock: Lock): string[] =>
  listInstalled(lock).filter((place) => !lock[place]?.dev);

const isForLinux = ({ os, cpu, libc }: LockedPackage) =>
  includes(os, 'linux') && includes(cpu, 'x64') && includes(libc, 'glibc');

/** A list such as `["linux"]` or `["!win32"]`. */
const includes = (list: readonly string[] | undefined, value: string) =>
  !list ||
  list.includes(value) ||
  (list.every((one) => one.startsWith('!')) && !list.includes(`!${value}`));

/** The place of the package that `name` means in the package at `from`; none if not installed. */
export function resolvePlace(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = findParent(folder)) {
    const place = `${folder && `${folder}/`}node_modules/${name}`;
    if (lock[place]) return place;
    if (folder === '') return undefined;
  }
}

const findParent = (place: string) =>
  place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1));

/** Names of what a package may import. Only the project itself has `devDependencies`. */
export const neededBy = (one: LockedPackage): string[] => [
  ...Object.keys(one.dependencies ?? {}),
  ...Object.keys(one.devDependencies ?? {}),
  ...Object.keys(one.optionalDependencies ?? {}),
  ...Object.keys(one.peerDependencies ?? {}),
];
