// The rules of docs/ARCHITECTURE.md that a machine can hold.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { findCircles, isForbidden } from './arrows.ts';
import { listImports, sourceFiles } from './imports.ts';

const sources = sourceFiles();
const code = [...sources, ...sourceFiles('{scripts,test,e2e,bench,sdk/src}/**/*.{ts,tsx}')];
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);
const isGenerated = (file: string) => file.endsWith('.d.ts') || file.includes('/generated/');
const readLines = (file: string) => readFileSync(file, 'utf8').split('\n');

test('every import follows an arrow', () => {
  const forbidden = sources.flatMap(listImports).filter(isForbidden);
  expect(forbidden.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test('the SDK imports nothing but itself and Node', () => {
  const ours = sourceFiles('sdk/src/**/*.ts').filter((file) => !isTest(file));
  const foreign = ours.flatMap(listImports).filter(({ to }) => !/^(sdk\/src\/|node:)/.test(to));
  expect(ours.length).toBeGreaterThan(10);
  expect(foreign.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test.each([
  ['src/kernel/clock.ts', 'src/areas/accounts/wire/index.ts'],
  ['src/areas/leads/server/a.ts', 'src/areas/leads/ui/A.tsx'],
  ['src/areas/leads/ui/A.tsx', 'src/areas/leads/server/lead-store.ts'],
  ['src/areas/leads/ui/A.tsx', 'src/areas/accounts/ui/B.tsx'],
  ['src/areas/leads/server/a.ts', 'src/areas/accounts/server/account-store.ts'],
  ['src/areas/leads/server/a.ts', 'src/areas/ledger/server/index.ts'],
  ['src/lib/a.ts', 'src/client/call.ts'],
  ['src/ui/A.tsx', 'src/client/call.ts'],
  ['src/areas/leads/ui/A.tsx', 'src/site/Layout.tsx'],
  ['src/areas/leads/wire/index.ts', 'kysely'],
  ['src/kernel/clock.ts', 'test/fakes/fake-clock.ts'],
  ['src/client/call.ts', 'sdk/src/index.ts'],
])('the arrow rule bites: %s -> %s', (from, to) => {
  expect(isForbidden({ from, to })).toBe(true);
});

test.each([
  ['src/areas/leads/server/a.ts', 'src/areas/accounts/server/index.ts'],
  ['src/areas/billing/server/a.ts', 'src/areas/ledger/server/index.ts'],
  ['src/areas/leads/ui/A.tsx', 'src/ui/Button.tsx'],
  ['src/kernel/clock.test.ts', 'test/fakes/fake-clock.ts'],
])('the arrow rule lets pass: %s -> %s', (from, to) => {
  expect(isForbidden({ from, to })).toBe(false);
});

test('no files import each other in a circle, types included', () => {
  expect(findCircles(code.flatMap(listImports))).toEqual([]);
});

test.each([
  [
    [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['c', 'd'],
    ],
    [['a', 'b', 'c']],
  ],
  [
    [
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'c'],
    ],
    [],
  ],
])('circles of %j are %j', (pairs, circles) => {
  const imports = pairs.map(([from = '', to = '']) => ({ from, to }));
  expect(findCircles(imports)).toEqual(circles);
});

test('every module is used by more than its tests', () => {
  const users = [...sources, ...sourceFiles('{scripts/**/*.ts,*.config.ts}')].filter(
    (file) => !isTest(file),
  );
  const imported = new Set(users.flatMap((file) => listImports(file).map(({ to }) => to)));
  const texts = users.map((file) => readFileSync(file, 'utf8'));
  // The routes, workers and engines are started by their path.
  const isNamed = (file: string) =>
    texts.some((text) => text.includes(`/${path.basename(file)}'`)) || /^src\/[^/]+$/.test(file);
  const ours = sources.filter((file) => !isTest(file) && !isGenerated(file));
  expect(ours.filter((file) => !imported.has(file) && !isNamed(file))).toEqual([]);
});

test('an area has the rooms wire, server and ui', () => {
  const elsewhere = sources.filter(
    (file) => /^src\/areas\//.test(file) && !/^src\/areas\/[^/]+\/(wire|server|ui)\//.test(file),
  );
  expect(elsewhere).toEqual([]);
});

test('a test fakes only the timers that it names: its thread and its page have others', () => {
  const greedy = code.filter((file) => /useFakeTimers\(\)/.test(readFileSync(file, 'utf8')));
  expect(greedy).toEqual([]);
});

test('time limits are made by createTimeout, which accepts fractions of milliseconds', () => {
  const own = sources.filter((file) => readFileSync(file, 'utf8').includes('AbortSignal.timeout('));
  expect(own).toEqual(['src/lib/create-timeout.ts']);
});

test('a namespace import is named for its noun', () => {
  const unnamed = code.filter((file) =>
    /import \* as (store|schema|queries|wire)\b/.test(readFileSync(file, 'utf8')),
  );
  expect(unnamed).toEqual([]);
});

// docs/glossary.md has a standard word for each of these.
test('functions and files use the words of the glossary', () => {
  const verbs = 'say|keep(?!Alive)|forget|tell|note|brake|ask(?=For)';
  const declared = new RegExp(String.raw`\b(?:function|const) (?:${verbs})[A-Z]\w*`, 'g');
  const named = code
    .filter((file) => !isGenerated(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(declared)].map(([name]) => `${file}: ${name}`),
    );
  expect(named).toEqual([]);
  const types =
    /^(?:export )?type (?:Asked|Given|Told|Found|Made|Stated|Kept|Shown|Taken|Outcome)\b/m;
  expect(code.filter((file) => types.test(readFileSync(file, 'utf8')))).toEqual([]);
  const files = /-(words|on-the-wire|contract|wire)\.tsx?$|(^|\/)(wire|contract)\.ts$/;
  expect(code.filter((file) => files.test(file))).toEqual([]);
});

test.each([
  [
    'formats for people',
    /new Intl\.(DateTime|Number|List|RelativeTime)Format\(/,
    /^src\/lib\/format/,
  ],
  ['the blocker of navigation', /\buseBlocker\(/, /^src\/client\/use-leave-guard\.ts$/],
  ['toasts of failed calls', /toast\.error\(errorMessage\(\w+\)\)/, /^src\/ui\/toast\.ts$/],
  [
    'errors of a response at fields',
    /\.setError\((?!'root')/,
    /^src\/(client|areas\/leads\/ui)\/use-/,
  ],
])('screens have one place for %s', (_, pattern, place) => {
  const screens = sources.filter((file) =>
    /^src\/(lib|client|ui|site|dashboard|console|areas\/\w+\/ui)\//.test(file),
  );
  const found = screens.filter((file) => !isTest(file) && pattern.test(readFileSync(file, 'utf8')));
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((file) => !place.test(file))).toEqual([]);
});

test('files stay within 300 lines, tests within 500', () => {
  const long = code
    .filter((file) => !isGenerated(file))
    .map((file) => [file, readLines(file).length - 1] as const)
    .filter(([file, lines]) => lines > (isTest(file) ? 500 : 300));
  expect(long).toEqual([]);
});

// A line that can't be broken, such as an address or a sentence in a string, may pass.
test('lines stay within 100 columns', () => {
  const wide = code
    .filter((file) => !isGenerated(file))
    .flatMap((file) => readLines(file).map((line, at) => ({ at: `${file}:${at + 1}`, line })))
    .filter(({ line }) => line.length > 100 && !/['"`].{40,}['"`]|>[^<]{40,}|\/\//.test(line));
  expect(wide).toEqual([]);
});

type Node = { type: string; start: number; end: number };

/** The functions of each file, the literals that it spreads and the names that it uses. */
const parsed = code
  .filter((file) => !isGenerated(file))
  .map((file) => {
    const text = readFileSync(file, 'utf8');
    const functions: Node[] = [];
    const spreads: Node[] = [];
    const names: string[] = [];
    const addFunction = (node: Node) => functions.push(node);
    const addSpread = (node: Node & { argument: Node }) => {
      const { type, start, end } = node.argument;
      if (/^(Array|Object)/.test(type) || /^\(\[.* as const\)$/s.test(text.slice(start, end)))
        spreads.push(node);
    };
    new Visitor({
      FunctionDeclaration: addFunction,
      FunctionExpression: addFunction,
      ArrowFunctionExpression: addFunction,
      SpreadElement: addSpread,
      JSXSpreadAttribute: addSpread,
      Identifier: ({ name }) => names.push(name),
    }).visit(parseSync(file, text).program);
    const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
    return { file, functions, spreads, names, lineAt };
  });

test('functions stay within 70 lines, components within 150', () => {
  const long = parsed
    .filter(({ file }) => !isTest(file))
    .flatMap(({ file, functions, lineAt }) =>
      functions.map(({ start, end }) => ({
        at: `${file}:${lineAt(start)}`,
        lines: lineAt(end) - lineAt(start) + 1,
        most: file.endsWith('.tsx') ? 150 : 70,
      })),
    )
    .filter(({ lines, most }) => lines > most);
  expect(long).toEqual([]);
});

// Fewer lines that way are no shorter function or file.
test('literals are not spread into others', () => {
  // To be cleaned.
  const later = /^src\/areas\/customs\//;
  const packed = parsed
    .filter(({ file }) => !later.test(file))
    .flatMap(({ file, spreads, lineAt }) => spreads.map(({ start }) => `${file}:${lineAt(start)}`));
  expect(packed).toEqual([]);
});

// What is left of names that do not say what they name; lower a limit when you have renamed some.
const participles = /^(asked|given|held|kept|made|shown|stated|taken|told|wanted)$/i;
const hasParticiple = (name: string) =>
  name.split(/(?=[A-Z])|_/).some((part) => participles.test(part));
test.each([
  ['have a participle', 20, hasParticiple],
  ['end in -Of', 26, (name: string) => /[a-z]Of$/.test(name)],
])('names in src that %s are at most %i', (_, most, isVague) => {
  const names = parsed.flatMap(({ file, names }) => (file.startsWith('src/') ? names : []));
  const found = new Set(names.filter(isVague));
  expect(found.size, [...found].join(' ')).toBeLessThanOrEqual(most);
});

test('files are named for what they are', () => {
  const drawers = /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.)|manager\.|\/index\.tsx$/;
  expect(code.filter((file) => drawers.test(file))).toEqual([]);
  const wrong = sources.filter((file) => {
    const name = path.basename(file).replace(/\.(test|spec)?\.?(d\.)?tsx?$/, '');
    const isKebab = /^[a-z0-9]+([-.][a-z0-9]+)*$/.test(name) || isTest(file);
    return file.endsWith('.tsx') && !isTest(file)
      ? !/^[A-Z][A-Za-z0-9]*$/.test(name) && !['root', 'entry.client'].includes(name)
      : !isKebab;
  });
  expect(wrong).toEqual([]);
});

test('SQL stands in stores and in the kernel, HTTP in routes', () => {
  const inAreas = sources.filter(
    (file) => /^src\/areas\/[^/]+\/server\//.test(file) && !isTest(file),
  );
  const query = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql[<`]/;
  const withSql = inAreas.filter((file) => query.test(readFileSync(file, 'utf8')));
  expect(withSql.filter((file) => !/(^|[-/])store\.ts$/.test(file))).toEqual([]);
  const withMounts = inAreas.filter((file) => /\bmount\(/.test(readFileSync(file, 'utf8')));
  expect(withMounts.filter((file) => !/(^|[-/])routes\.ts$/.test(file))).toEqual([]);
});

test('migrations use nothing that PostgreSQL 15 lacks', () => {
  const newer = /\buuidv7\(|\bjson_table\b|\bany_value\(|\bmerge\b[\s\S]*\breturning\b/i;
  const files = sourceFiles('migrations/*.sql').filter((file) =>
    newer.test(readFileSync(file, 'utf8')),
  );
  expect(files).toEqual([]);
});

test('only the configuration reads the environment', () => {
  const readers = sources.filter((file) => /process\.env/.test(readFileSync(file, 'utf8')));
  expect(readers.filter((file) => !isTest(file))).toEqual([
    // For the programs that it starts.
    'src/backups/postgres-tools.ts',
    'src/kernel/config.ts',
    'src/kernel/database/postgres-process.ts',
    'src/routes.ts',
    'src/serve.ts',
    // Prints code that does.
    'src/site/reference/try-it/snippets.ts',
  ]);
});

const numberedLines = (file: string) =>
  readLines(file).map((line, at) => ({ at: `${file}:${at + 1}`, line }));

test('tests wait as long as the machine needs', () => {
  // These give up after a second, and such a limit is the same on a slow machine.
  const impatient = /\bvi\.wait(For|Until)\(|^\s*\}, [\d_]{4,}\);$/;
  const found = code
    .filter(isTest)
    .flatMap(numberedLines)
    .filter(({ line }) => impatient.test(line));
  expect(found).toEqual([]);
});

test('suppressions and to-dos carry their reason', () => {
  const bare = code
    .flatMap(numberedLines)
    .filter(({ line }) => /@ts-(ignore|nocheck)|biome-ignore(?!.*: \S+ \S+ \S+)/.test(line))
    .filter(({ at }) => !at.startsWith('test/tidy.test.ts'));
  expect(bare).toEqual([]);
});
