import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listEndpoints } from '#lib/api-description.ts';
import { contracts } from '../../src/contracts.ts';
import { useApp } from '../harness.ts';
import { entrances, findEntrance } from './table.ts';

const t = useApp();
const limits = readFileSync('docs/limits.md', 'utf8');

/** Of Fastify, which prints them as a list. */
const listRoutes = (): string[] =>
  [...t.app.printRoutes({ commonPrefix: false }).matchAll(/── (\/\S*) \(/g)].map(
    ([, path]) => path!,
  );

test('every route is behind an entrance', () => {
  const routes = [
    ...listRoutes(),
    ...listEndpoints(contracts).map(({ endpoint }) => endpoint.path),
  ];
  expect(routes.length).toBeGreaterThan(200);
  expect(routes.filter((route) => !findEntrance(route))).toEqual([]);
});

test('every entrance has a route, or a port of its own', () => {
  const routes = [
    ...listRoutes(),
    ...listEndpoints(contracts).map(({ endpoint }) => endpoint.path),
  ];
  const used = new Set(routes.map(findEntrance));
  const unused = entrances.filter((one) => one.routes && !used.has(one));
  expect(unused.map(({ name }) => name)).toEqual([]);
});

test.each(entrances.map(({ name }) => [name]))('docs/limits.md has the row of %s', (name) => {
  const row = limits.split('\n').find((line) => line.startsWith(`| ${name} |`));
  // Who is counted, by what, and what a refusal looks like.
  expect(row?.split('|').filter((cell) => cell.trim() !== '')).toHaveLength(4);
});
