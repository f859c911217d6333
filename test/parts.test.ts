import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parts } from './parts.ts';

test('each part names files that exist, because a name without a file is no failure', () => {
  const named = parts.flatMap(({ files = [], again = [] }) => [...files, ...again]);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});

test('a file that a landing leaves out is in one part', () => {
  const left = parts.flatMap(({ files = [] }) => files);
  expect(left.length).toBeGreaterThan(0);
  expect(left).toEqual([...new Set(left)]);
});
