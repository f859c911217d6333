// Builds the site and the browser's code into build/: a program, because Vite sets NODE_ENV and
// keeps the compilers' memory for as long as its process lives.
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RolldownOutput } from 'rolldown';
import { build } from 'vite';
import { computeBuildKeys } from './build-key.ts';
import { compressRest } from './compress.ts';
import { writeEmbedScript } from './embed-script.ts';
import { writeFullMarkdown } from './markdown-pages.ts';
import { beginPhase, countPhase } from './phases.ts';
import { printPages } from './print-pages.ts';
import { fallbackPath } from './print-pages-worker.ts';
import { listPrintedPaths } from './printed-paths.ts';
import { writeSiteFiles } from './write-site-files.ts';

const root = path.resolve(import.meta.dirname, '../..');
const output = path.join(root, 'build');
const client = path.join(output, 'client');

// Screens for development are left out by this.
process.env.NODE_ENV = 'production';
// Taken first: a source that changes meanwhile makes the build stale.
const key = computeBuildKeys(root).site;
// A build that stops half-way must not pass for the old one.
rmSync(output, { recursive: true, force: true });
beginPhase('Compiling the site');
const chunks = await compile();
writeSiteFiles(client);
await writeEmbedScript(client);
const printing = 'Printing pages';
beginPhase(printing);
const paths = [...listPrintedPaths(), fallbackPath];
const hashes = await printPages({
  root: client,
  printer: path.join(client, findEntryFile('entry.printer')),
  paths,
  onProgress: (count) => countPhase(printing, count, paths.length),
});
writeFileSync(path.join(output, 'csp.json'), JSON.stringify(hashes, null, 1));
beginPhase('Compressing files');
removePrinter();
writeFullMarkdown(client);
const start = [...reachableFrom('entry.client', false)].map((fileName) => `/${fileName}`);
await compressRest(client, start);
writeFileSync(path.join(output, 'key'), key);

type Chunk = Extract<RolldownOutput['output'][number], { type: 'chunk' }>;

async function compile(): Promise<Chunk[]> {
  const built = (await build({ root, logLevel: 'error' })) as RolldownOutput;
  return built.output.filter((one) => one.type === 'chunk');
}

function findEntryFile(entry: string): string {
  const found = chunks.find(({ isEntry, name }) => isEntry && name === entry);
  if (!found) throw new Error(`The build has no ${entry}.`);
  return found.fileName;
}

/** The files that an entry imports; with what it may load later. */
function reachableFrom(entry: string, withLater: boolean): Set<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<string>();
  const add = (fileName: string) => {
    const chunk = byName.get(fileName);
    if (!chunk || found.has(fileName)) return;
    found.add(fileName);
    for (const one of chunk.imports) add(one);
    if (withLater) for (const one of chunk.dynamicImports) add(one);
  };
  add(findEntryFile(entry));
  return found;
}

/** Deletes what only the printer has used: it is not for browsers. */
function removePrinter(): void {
  const shipped = reachableFrom('entry.client', true);
  for (const { fileName } of chunks)
    if (!shipped.has(fileName)) rmSync(path.join(client, fileName));
}
