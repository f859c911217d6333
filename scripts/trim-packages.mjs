// Plain JavaScript for Node >= 20: npm runs it after each install (`postinstall`). Deletes the files
// of packages that nothing of ours reads, a third of what npm unpacks. Run again, it changes nothing.
import { existsSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unusedFiles } from './unused-files.mjs';

/** Trims the packages in a folder `node_modules`. Missing ones are skipped. */
export function trimPackages(modules) {
  for (const [name, rule] of Object.entries(unusedFiles))
    for (const folder of foldersOf(modules, name)) trimFolder(folder, '', rule);
}

function foldersOf(modules, name) {
  if (!name.endsWith('/*')) return existsSync(join(modules, name)) ? [join(modules, name)] : [];
  const scope = join(modules, dirname(name));
  return existsSync(scope) ? listFolders(scope).map((one) => join(scope, one)) : [];
}

// Symbolic links are no folders here: what they lead to is not of this package.
const listFolders = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** `inside` is the path within the package, with a slash at its end. */
function trimFolder(folder, inside, rule) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = join(folder, entry.name);
    if (entry.isDirectory()) trimFolder(place, `${inside}${entry.name}/`, rule);
    else if (isUnused(`${inside}${entry.name}`, rule)) unlinkSync(place);
  }
  if (inside !== '' && readdirSync(folder).length === 0) rmdirSync(folder);
}

const isUnused = (file, { keep, remove }) => (keep ? !keep.test(file) : remove.test(file));

if (process.argv[1] === fileURLToPath(import.meta.url))
  trimPackages(join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules'));
