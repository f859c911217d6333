// Plain JavaScript for Node >= 20. The projects of tools/ have the packages that users of the
// product do not need. Each of their own packages is linked into the root's node_modules, so that
// tests, the compiler, editors and npx find it there; what it needs beside it, such as vite and
// react, it finds in the root's node_modules, which is above it.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const needs = {
  'bench.ts': ['tests', 'bench'],
  'captures.ts': ['tests'],
  'chaos.ts': ['tests'],
  'check.ts': ['tests', 'checks'],
  'cluster.ts': ['tests'],
  'format.ts': ['checks'],
  'generate.ts': ['checks'],
  'sdk.ts': ['checks'],
  'shots.ts': ['tests'],
  'test.ts': ['tests', 'checks'],
  'test-all.ts': ['tests', 'checks'],
  'vitest.ts': ['tests', 'checks'],
};

/** The projects of tools/ that a file of scripts/ needs. The short benchmarks need no browser. */
export const toolsOf = (script, args = []) =>
  (needs[script] ?? []).filter((name) => name !== 'bench' || !args.includes('--short'));

/** Links the packages and programs of all installed tools. Called again, it changes nothing. */
export function linkTools(root) {
  const tools = join(root, 'tools');
  // A server's copy of the product may lack them.
  if (!existsSync(tools)) return;
  for (const { name } of readdirSync(tools, { withFileTypes: true }).filter(isFolder)) {
    const installed = join(tools, name, 'node_modules');
    for (const one of packagesOf(join(tools, name))) {
      // The next script that needs it installs it.
      if (!existsSync(join(installed, one))) continue;
      link(join(root, 'node_modules', one), join(installed, one));
      for (const program of programsOf(join(installed, one)))
        link(join(root, 'node_modules/.bin', program), join(installed, '.bin', program));
    }
  }
}

const isFolder = (entry) => entry.isDirectory();
const readPackage = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const packagesOf = (project) => Object.keys(readPackage(project).devDependencies);

function programsOf(folder) {
  const { name, bin = {} } = readPackage(folder);
  return typeof bin === 'string' ? [name.split('/').at(-1)] : Object.keys(bin);
}

function link(place, target) {
  const wanted = relative(dirname(place), target);
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (found && !found.isSymbolicLink()) throw new Error(`${place} is in the root package too.`);
  if (found && readlinkSync(place) === wanted) return;
  rmSync(place, { force: true });
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(wanted, place);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  linkTools(dirname(dirname(fileURLToPath(import.meta.url))));
