import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

test('lists only differences', () => {
  expect(
    changedFields({ status: 'active', roles: [] }, { status: 'suspended', roles: [], note: 'x' }),
  ).toEqual([
    { field: 'status', label: 'Status', before: 'active', after: 'suspended' },
    { field: 'note', label: 'Note', before: '–', after: 'x' },
  ]);
  expect(changedFields(null, null)).toEqual([]);
});

test('lists the changes of several records', () => {
  const of = (status: string) => ({ 7: { status, spam: false }, 8: { status } });
  expect(changedFields(of('new'), { ...of('contacted'), 8: { status: 'new' } })).toEqual([
    { field: '7 status', label: '7 status', before: 'new', after: 'contacted' },
  ]);
});

test('names fields and answers in words', () => {
  expect(changedFields({ is_on: true }, { is_on: false })).toEqual([
    { field: 'is_on', label: 'Is on', before: 'Yes', after: 'No' },
  ]);
});
