import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Bytes on disk of a folder without the packages in it; 0 when it is missing. */
export function measureFolder(folder: string): number {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return 0;
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) bytes += measureFolder(place);
    else bytes += lstatSync(place).blocks * blockBytes;
  }
  return bytes;
}

const blockBytes = 512;
