import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { budgets } from './budgets.ts';

const page = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8');

test.each(Object.entries(budgets))('docs/limits.md lists %s', (name, limit) => {
  const rows = page.split('\n').filter((line) => line.includes(`(\`${name}\`)`));
  expect(rows.map((row) => row.split('|')[2]?.trim())).toEqual([limit.toLocaleString('en')]);
});
