// The kernel and lib are mechanisms: no path, table, variable or queue of an area is named
// there. The names are read from contracts, migrations, declarations and jobs.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openAiPath } from '#kernel/http/responses/error-format.ts';
import { listEndpoints } from '#lib/api-description.ts';
import { areaConfigs } from '../src/app-config.ts';
import { contracts } from '../src/contracts.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const texts = globSync('src/{kernel,lib}/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$/.test(file) && !file.endsWith('/schema.d.ts'))
  .map((file) => ({ file, text: read(file) }));

function findNames(names: Iterable<string>, toPattern: (name: string) => RegExp): string[] {
  const patterns = [...new Set(names)].map((name) => ({ name, pattern: toPattern(name) }));
  return texts.flatMap(({ file, text }) =>
    patterns.filter(({ pattern }) => pattern.test(text)).map(({ name }) => `${file}: ${name}`),
  );
}

/** Contracts in lib are of the kernel. */
const kernelCalls = new Set(
  globSync('src/lib/wire/*.ts').flatMap((file) =>
    [...read(file).matchAll(/^export const (\w+) = endpoint\(/gm)].map(([, name]) => name),
  ),
);
const calls = listEndpoints(contracts).filter(({ name }) => !kernelCalls.has(name));

test('no path of an area', () => {
  const paths = calls
    .map(({ endpoint }) => endpoint.path.split('/').slice(0, 3).join('/'))
    .filter((path) => !openAiPath.startsWith(path));
  expect(paths.length).toBeGreaterThan(100);
  // The message of an error that several areas declare says which call to make first.
  const shared = 'src/lib/wire/billing-country.ts: /apix/invoices';
  expect(findNames(paths, (path) => new RegExp(`${path}\\b`))).toEqual([shared]);
});

test('no table of an area', () => {
  // Tables of the kernel that came after its first migration; every row belongs to an account.
  const kernelTables = ['account', 'audit_entry', 'feature_switch', 'mail_hold'];
  const tables = globSync('migrations/*.sql')
    .filter((file) => !file.includes('_kernel'))
    .flatMap((file) => [...read(file).matchAll(/^create table (?:if not exists )?(\w+)/gm)])
    .map(([, name]) => name!)
    .filter((name) => !kernelTables.includes(name));
  expect(tables.length).toBeGreaterThan(50);
  const inStatement = (name: string) =>
    new RegExp(
      `(?:From|Into|Table|Join)\\('${name}\\b|\\b(?:from|into|update|join) (?:public\\.)?${name}\\b(?! (?:the|a|of)\\b)`,
    );
  expect(findNames(tables, inStatement)).toEqual([]);
});

test('no variable of an area', () => {
  const names = areaConfigs.flatMap(({ variables }) => Object.keys(variables));
  expect(findNames(names, (name) => new RegExp(`\\b${name}\\b`))).toEqual([]);
});

test('no queue of an area', () => {
  const queues = globSync('src/areas/*/server/**/*.ts').flatMap((file) =>
    [...read(file).matchAll(/(?:Queue = |define(?:<[^>]*>)?\(\s*)'(\w+\.\w+)'/g)].map(
      ([, name]) => name!,
    ),
  );
  expect(queues.length).toBeGreaterThan(30);
  expect(findNames(queues, (name) => new RegExp(`'${name.replace('.', '\\.')}'`))).toEqual([]);
});
