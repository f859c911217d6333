// A hash of all inputs of a build. It hashes contents instead of modification times: 300 files take
// 30 ms, and a fresh checkout of the same sources reuses the build.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const sources = [
  'src',
  'content',
  'public',
  'scripts/build',
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'vite.config.ts',
];

/** Server code and tests are not part of the client. */
const isIgnored = (file: string) =>
  /(^|\/)src\/(kernel\/|areas\/[^/]+\/server\/|(main|serve|app)\.ts$)|\.test\.tsx?$/.test(file);

export function computeBuildKey(root: string): string {
  const key = createHash('sha256').update(process.version);
  for (const file of sources.flatMap((source) => listFiles(root, source)).filter(isRead))
    key.update(`${file}\n`).update(readFileSync(path.join(root, file)));
  return key.digest('hex');
}

const isRead = (file: string) => !isIgnored(file);

function listFiles(root: string, source: string): string[] {
  const place = path.join(root, source);
  if (statSync(place).isFile()) return [source];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => path.relative(root, path.join(found.parentPath, found.name)))
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort();
}
