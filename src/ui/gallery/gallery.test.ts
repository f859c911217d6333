import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = path.resolve(import.meta.dirname, '..');

/** The components that one renders, itself included. */
function listParts(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(path.join(folder, file), 'utf8');
  for (const [, name] of text.matchAll(/from '(\.\.?\/[^']+\.tsx)'/g))
    listParts(path.normalize(path.join(path.dirname(file), name!)), found);
  return found;
}

test('the gallery shows every component', () => {
  const parts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)[A-Z]\w+\.tsx$/.test(file))
    // Lists of records need an address and an API: their screens show them.
    .filter((file) => !/^(records|gallery)\//.test(file));
  const visible = listParts('gallery/Gallery.tsx');
  expect(parts.filter((part) => !visible.has(part))).toEqual([]);
});
