// Whatever registry or mirror a package comes from, `npm ci` holds it against the lock.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Entry = { link?: boolean; integrity?: string; resolved?: string };

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Entry>;
};
const installed = Object.entries(packages).filter(([place, { link }]) => place !== '' && !link);

test('every package in the lock has the hash of what must arrive', () => {
  expect(installed.length).toBeGreaterThan(1000);
  const unverified = installed.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''));
  expect(unverified.map(([place]) => place)).toEqual([]);
});

test('the lock names no registry', () => {
  expect(installed.filter(([, { resolved }]) => resolved).map(([place]) => place)).toEqual([]);
});
