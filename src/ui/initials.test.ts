import { expect, test } from 'vitest';
import { readInitials } from './Avatar.tsx';

test.each([
  ['Ada Lovelace', 'AL'],
  ['Ada King Lovelace', 'AL'],
  ['grace.hopper@example.com', 'GH'],
  ['ada@example.com', 'A'],
  ['', '?'],
])('%j gives %s', (name, initials) => {
  expect(readInitials(name)).toBe(initials);
});
