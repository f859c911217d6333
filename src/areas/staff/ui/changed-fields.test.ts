import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

test('only what differs is told', () => {
  expect(
    changedFields({ status: 'active', roles: [] }, { status: 'suspended', roles: [], note: 'x' }),
  ).toEqual([
    { field: 'status', before: 'active', after: 'suspended' },
    { field: 'note', before: '–', after: 'x' },
  ]);
  expect(changedFields(null, null)).toEqual([]);
});
