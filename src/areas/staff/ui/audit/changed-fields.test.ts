import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

const people = [{ id: 7, email: 'eve@example.com' }];
const listChanges = (
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
) => changedFields({ before, after, people });
const text = (words: string) => ({ text: words, user: null });

test('lists only differences', () => {
  const before = { status: 'active', roles: [] };
  expect(listChanges(before, { status: 'suspended', roles: [], note: 'x' })).toEqual([
    { field: 'status', label: 'Status', before: text('active'), after: text('suspended') },
    { field: 'note', label: 'Note', before: text('–'), after: text('x') },
  ]);
  expect(listChanges(null, null)).toEqual([]);
});

test('lists the changes of several records', () => {
  const of = (status: string) => ({ 7: { status, spam: false }, 8: { status } });
  expect(listChanges(of('new'), { ...of('contacted'), 8: { status: 'new' } })).toEqual([
    { field: '7 status', label: '7 status', before: text('new'), after: text('contacted') },
  ]);
});

test('names fields and answers in words', () => {
  expect(listChanges({ is_on: true }, { is_on: false })).toEqual([
    { field: 'is_on', label: 'Is on', before: text('Yes'), after: text('No') },
  ]);
});

test('names the accounts of fields that are numbers of accounts, and no other numbers', () => {
  const after = { assigned_to: 7, priority: 7 };
  expect(listChanges({ assigned_to: 8, priority: 1 }, after)).toEqual([
    {
      field: 'assigned_to',
      label: 'Assigned to',
      before: text('Account 8'),
      after: { text: 'eve@example.com', user: 7 },
    },
    { field: 'priority', label: 'Priority', before: text('1'), after: text('7') },
  ]);
  const [change] = listChanges({ 3: { assigned_to: null } }, { 3: { assigned_to: 7 } });
  expect(change).toMatchObject({ before: text('–'), after: { user: 7 } });
});
