// Which tests reach which files, found by following their imports.
import { globSync } from 'node:fs';
import path from 'node:path';
import { listImports } from './imports.ts';

const isOurs = (file: string) =>
  /^(src|test|scripts|bench|sdk|content)\//.test(file) && /\.(tsx?|mjs)$/.test(file);

/** Leads to the whole product: each test of the API would belong to each change. */
const wholeApp = 'src/app.ts';

const slashed = (file: string) => file.split(path.sep).join('/');
const reached = new Map<string, readonly string[]>();

/** Every file of ours that a file leads to, itself included, but not through the whole app. */
function listClosure(start: string): Set<string> {
  const found = new Set([start]);
  for (const file of found) {
    const next =
      file === wholeApp
        ? []
        : (reached.get(file) ??
          listImports(file)
            .map(({ to }) => to)
            .filter(isOurs));
    reached.set(file, next);
    for (const one of next) found.add(one);
  }
  return found;
}

/** The tests beside these files, and those anywhere that import one of them. */
export function listAffectedTests(changed: readonly string[]): string[] {
  const folders = new Set(changed.map((file) => path.dirname(file)));
  return globSync('{src,test,sdk/src}/**/*.test.{ts,tsx}')
    .map(slashed)
    .sort()
    .filter((test) => {
      if (folders.has(path.dirname(test))) return true;
      const closure = listClosure(test);
      return changed.some((file) => closure.has(file));
    });
}

/**
 * The packages that tests in the browser load, by import path. Vite bundles them before the first
 * test; found only during a run, a package would reload the page of the running test.
 */
export function listBrowserPackages(): string[] {
  const files = new Set(globSync('src/**/*.test.tsx').map(slashed));
  const packages = new Set<string>();
  for (const file of files)
    for (const { to, isType } of listImports(file)) {
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
