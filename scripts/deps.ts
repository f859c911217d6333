// Prints how many packages are installed, their megabytes and licences, and the largest with what
// pulls them in: `npm run deps`, or `npm run deps -- WORD` for the packages with a word in the name.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { listInstalled, listRuntime, readLock } from './dependencies/lock.ts';
import { type Closure, describeClosure, describeMatches } from './dependencies/report.ts';

const root = path.resolve(import.meta.dirname, '..');
const largest = 25;

const lock = readLock(root);
const closures: Closure[] = [
  { title: 'npm ci', project: root, lock, places: listInstalled(lock) },
  { title: 'npm ci --omit=dev', project: root, lock, places: listRuntime(lock) },
  ...readdirSync(path.join(root, 'tools')).map(describeTools),
];
const word = process.argv[2];
for (const closure of closures)
  console.log(`${word ? describeMatches(closure, word) : describeClosure(closure, largest)}\n`);

function describeTools(name: string): Closure {
  const project = path.join(root, 'tools', name);
  const own = readLock(project);
  return { title: `tools/${name}`, project, lock: own, places: listInstalled(own) };
}
