// What is installed: every package is verified against a lock, whatever registry or mirror it comes
// from, and has a licence that allows its use; its number can only fall.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listForbidden } from '../scripts/dependencies/licences.ts';
import {
  type Lock,
  type LockedPackage,
  listInstalled,
  listRuntime,
  neededBy,
  readLock,
  resolvePlace,
  toName,
} from '../scripts/dependencies/lock.ts';
import { listImports, sourceFiles } from './imports.ts';

/** Lower them when there are fewer. */
const most = { installed: 540, runtime: 238 };

const lock = readLock('.');
const locks: [string, Lock][] = [
  ['the product', lock],
  ...readdirSync('tools').map((name): [string, Lock] => [
    `tools/${name}`,
    readLock(`tools/${name}`),
  ]),
];
const { dependencies = {} } = lock[''] ?? {};

test.each(locks)('every package of %s has an integrity hash, and names no registry', (_, one) => {
  const packages = Object.entries(one).filter(([place]) => place !== '');
  expect(packages.length).toBeGreaterThan(30);
  const unverified = packages.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''));
  expect(unverified.map(([place]) => place)).toEqual([]);
  expect(packages.filter(([, { resolved }]) => resolved).map(([place]) => place)).toEqual([]);
});

test('the number of packages does not grow', () => {
  expect(listInstalled(lock).length).toBeLessThanOrEqual(most.installed);
  expect(listRuntime(lock).length).toBeLessThanOrEqual(most.runtime);
});

/** Packages that are one program each, built for a platform: `sharp` has `@img/sharp-linux-x64`. */
const platformName = /^(.+?)-(?:android|darwin|freebsd|linux|linuxmusl|win32)-.+$/;

test.each(locks)('the programs of %s have the same version on every platform', (_, one) => {
  const builds = Object.entries(one).flatMap(([place, { version = '' }]) => {
    const [, program] = platformName.exec(place) ?? [];
    return program ? [{ program, version }] : [];
  });
  const byProgram = Map.groupBy(builds, ({ program }) => program);
  const differing = [...byProgram]
    .map(([program, all]) => [program, ...new Set(all.map(({ version }) => version))])
    .filter(([, ...versions]) => versions.length > 1);
  expect(differing).toEqual([]);
});

test.each(locks)('every package of %s has an allowed licence', (_, one) => {
  const places = Object.keys(one).filter((place) => place !== '');
  expect(listForbidden(one, places)).toEqual([]);
});

test.each(locks.slice(1))('what %s links into the root is not a package of the root', (_, one) => {
  const own = Object.keys(one['']?.devDependencies ?? {});
  expect(own.filter((name) => lock[`node_modules/${name}`])).toEqual([]);
});

test.each(locks.slice(1))('what packages of %s expect beside them is in the root', (_, one) => {
  const expected = listInstalled(one).flatMap((place) =>
    requiredPeers(one[place]!).filter((name) => !resolvePlace(one, place, name)),
  );
  expect(expected.filter((name) => !lock[`node_modules/${name}`])).toEqual([]);
});

const requiredPeers = ({ peerDependencies, peerDependenciesMeta }: LockedPackage) =>
  Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);

/** What runs on a server: the product without its screens, and the scripts of operators. */
const serverFiles = [
  ...sourceFiles('src/{main,app,seed,related-objects}.ts'),
  ...sourceFiles('src/{kernel,lib}/**/*.ts'),
  ...sourceFiles('src/areas/*/{server,wire}/**/*.ts'),
  ...sourceFiles('scripts/{migrate,seed,staff,ledger,tariffs,vehicles,speech,mail,secrets}.ts'),
  ...sourceFiles('scripts/{backup,restore,with-kernel}.ts'),
  ...sourceFiles('src/backups/*.ts'),
].filter((file) => !file.endsWith('.test.ts'));

const packageName = /^(@[\w-]+\/)?[\w.-]+/;
const ours = /^(node:|(src|content|scripts|test|e2e|sdk|bench)\/|package\.)/;
/** `requireOnDemand('stripe')`, and `createRequire(import.meta.url)('sherpa-onnx-node')`. */
const loaders = [
  /\b(?:requireOnDemand|require(?:\.resolve)?|packageFolder)\(\s*['"`]([@\w][^'"`$]*)/g,
  /\(import\.meta\.url\)(?:\.resolve)?\(\s*['"`]([@\w][^'"`$]*)/g,
];

function listPackages(file: string): string[] {
  const imported = listImports(file).flatMap(({ to, isType }) => (isType ? [] : [to]));
  const text = readFileSync(file, 'utf8');
  const loaded = loaders.flatMap((loader) => [...text.matchAll(loader)].map(([, name]) => name!));
  return [...imported, ...loaded]
    .filter((name) => !ours.test(name) && !/^\.|\/$/.test(name))
    .map((name) => packageName.exec(name)?.[0] ?? name);
}

/** Loaded by other packages or by a computed name. */
const indirect = /^(@aws-sdk\/(client-s3|s3-request-presigner)|@fontsource(-variable)?\/[\w-]+)$/;

test('servers need the packages of `dependencies`, all of them and no others', () => {
  const used = new Set(serverFiles.flatMap(listPackages));
  const direct = Object.keys(dependencies).filter((name) => !indirect.test(name));
  expect([...used].sort()).toEqual(direct.sort());
});

test('what a server installs has no tools of a build', () => {
  const names = listRuntime(lock).map(toName);
  expect(names.filter((name) => /^(vite|rolldown|typescript)$/.test(name))).toEqual([]);
});

test('code imports only packages that a package.json of ours names', () => {
  const named = new Set(locks.flatMap(([, one]) => neededBy(one['']!)));
  const code = sourceFiles('{src,test,e2e,bench,scripts}/**/*.{ts,tsx}').filter(
    (file) => !file.endsWith('.d.ts'),
  );
  const imported = code.flatMap(listImports).filter(({ to }) => !ours.test(to));
  const unnamed = imported.filter(({ to }) => !named.has(packageName.exec(to)?.[0] ?? to));
  expect(unnamed.map(({ from, to }) => `${from}: ${to}`)).toEqual([]);
});
