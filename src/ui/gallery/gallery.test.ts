import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = path.resolve(import.meta.dirname, '..');

/** What a component draws with, itself included. */
function partsOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(path.join(folder, file), 'utf8');
  for (const [, name] of text.matchAll(/from '(\.\.?\/[^']+\.tsx)'/g))
    partsOf(path.normalize(path.join(path.dirname(file), name!)), found);
  return found;
}

test('the gallery shows every part', () => {
  const parts = readdirSync(folder).filter((file) => /^[A-Z]\w+\.tsx$/.test(file));
  const shown = partsOf('Gallery.tsx');
  expect(parts.filter((part) => !shown.has(part))).toEqual([]);
});
