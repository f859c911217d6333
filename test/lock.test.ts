// `npm ci` verifies every package against the lock, whatever registry or mirror it comes from.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Entry = { link?: boolean; integrity?: string; resolved?: string };

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Entry>;
};
const installed = Object.entries(packages).filter(([place, { link }]) => place !== '' && !link);

test('every package in the lock has an integrity hash', () => {
  expect(installed.length).toBeGreaterThan(1000);
  const unverified = installed.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''));
  expect(unverified.map(([place]) => place)).toEqual([]);
});

test('the lock names no registry', () => {
  expect(installed.filter(([, { resolved }]) => resolved).map(([place]) => place)).toEqual([]);
});
