// Hashes of all inputs of the two builds. They hash contents instead of modification times: 300
// files take 30 ms, and a fresh checkout of the same sources reuses the builds.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const sources = [
  'src',
  'content',
  'public',
  'docs/openapi.json',
  'scripts/build',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
];

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
/** Code of the server only is not part of the site. */
const isOfServer = (file: string) =>
  /(^|\/)src\/(kernel\/|areas\/[^/]+\/server\/|(main|serve|start-server|app)\.ts$)/.test(file);
/** Nor are screens and pages part of the server. */
const isOfSite = (file: string) => /\.(tsx|css|mdx)$|^public\//.test(file);

export type BuildKeys = { site: string; server: string };

export function computeBuildKeys(root: string): BuildKeys {
  const site = createHash('sha256').update(process.version);
  const server = createHash('sha256').update(process.version);
  for (const file of sources.flatMap((source) => listFiles(root, source))) {
    if (isTest(file)) continue;
    const content = readFileSync(path.join(root, file));
    if (!isOfServer(file)) site.update(`${file}\n`).update(content);
    if (!isOfSite(file)) server.update(`${file}\n`).update(content);
  }
  return { site: site.digest('hex'), server: server.digest('hex') };
}

function listFiles(root: string, source: string): string[] {
  const place = path.join(root, source);
  if (statSync(place).isFile()) return [source];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => path.relative(root, path.join(found.parentPath, found.name)))
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort();
}
