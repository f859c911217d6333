// Which tests need what, found by following their imports.
import { globSync } from 'node:fs';
import path from 'node:path';
import { importsOf } from './imports.ts';

const isOurs = (file: string) =>
  /^(src|test|scripts|bench|sdk)\//.test(file) && /\.tsx?$/.test(file);

const reached = new Map<string, Set<string>>();

/** Every file of ours that a file leads to, itself included. */
function closureOf(start: string): Set<string> {
  const found = new Set([start]);
  for (const file of found) {
    const next =
      reached.get(file) ??
      new Set(
        importsOf(file)
          .map(({ to }) => to)
          .filter(isOurs),
      );
    reached.set(file, next);
    for (const one of next) found.add(one);
  }
  return found;
}

/**
 * The packages that tests in the browser load, by import path. Vite bundles them before the first
 * test; found only during a run, a package would reload the page of the running test.
 */
export function listBrowserPackages(): string[] {
  const files = new Set(
    globSync('src/**/*.test.tsx').map((file) => file.split(path.sep).join('/')),
  );
  const packages = new Set<string>();
  for (const file of files)
    for (const { to, isType } of importsOf(file)) {
      if (isType) continue;
      if (isOurs(to)) files.add(to);
      else if (isPackage(to)) packages.add(to);
    }
  return [...packages].sort();
}

const isPackage = (specifier: string) =>
  /^(@[\w-]+\/)?[\w-]+(\/[\w./-]+)?$/.test(specifier) &&
  !/^(vitest(\/|$)|node:|content\/|src\/|test\/)/.test(specifier) &&
  !/\.(css|json|mdx|svg|woff2)$/.test(specifier);

export type NodeTests = {
  /** Pure: they need nothing but Node. */
  unit: string[];
  /** Each clones a database of its own. */
  database: string[];
  /** They start processes, which bring their own embedded PostgreSQL. */
  ownDatabase: string[];
};

export function listNodeTests(): NodeTests {
  const tests: NodeTests = { unit: [], database: [], ownDatabase: [] };
  for (const file of globSync('{src,test,sdk/src}/**/*.test.ts').sort()) {
    const closure = closureOf(file.split(path.sep).join('/'));
    if (closure.has('test/database.ts')) tests.database.push(file);
    else if (closure.has('test/processes/app-process.ts')) tests.ownDatabase.push(file);
    else tests.unit.push(file);
  }
  return tests;
}
