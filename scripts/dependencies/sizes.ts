import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Lock } from './lock.ts';

const blockBytes = 512;

/** Megabytes on disk of the package at a place of the project, without the packages in it. */
export function measurePackage(project: string, lock: Lock, place: string): number {
  // A file with two names, such as the program of Node, takes its space once.
  const sizes = new Map<number, number>();
  const measure = (folder: string) => {
    for (const entry of listFolder(path.join(project, folder))) {
      const inside = `${folder}/${entry.name}`;
      if (!entry.isDirectory()) {
        const { ino, blocks } = lstatSync(path.join(project, inside));
        sizes.set(ino, blocks * blockBytes);
      } else if (!lock[inside]) measure(inside);
    }
  };
  measure(place);
  return sizes.values().reduce((sum, bytes) => sum + bytes, 0) / 1_000_000;
}

/** Empty for a package that is not installed here, such as one for another platform. */
function listFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
