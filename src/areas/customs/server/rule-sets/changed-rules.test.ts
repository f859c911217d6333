import { expect, test } from 'vitest';
import { listChangedRules } from './changed-rules.ts';

const before = {
  version: 1,
  effective_to: null,
  tables: { excise: { rows: [{ cc: '3000', eur: '50' }, { eur: '100' }] } },
  steps: [
    { code: 'DUTY', rate: '0.10' },
    { code: 'VAT', rate: '0.20', when: { fact: 'age', value: ['1', '2'] } },
  ],
};

test('changed fields have their place, and the values before and after', () => {
  const after = {
    ...before,
    version: 2,
    effective_to: '2026-12-31',
    tables: { excise: { rows: [{ cc: '3000', eur: '55' }, { eur: '100' }] } },
    steps: [before.steps[0], { code: 'VAT', rate: '0.21', when: { fact: 'age', value: ['1'] } }],
  };
  expect(listChangedRules(before, after).changes).toEqual([
    { place: ['version'], before: '1', after: '2' },
    { place: ['effective_to'], before: 'null', after: '2026-12-31' },
    { place: ['tables', 'excise', 'rows', '1', 'eur'], before: '50', after: '55' },
    { place: ['steps', '2 VAT', 'rate'], before: '0.20', after: '0.21' },
    { place: ['steps', '2 VAT', 'when', 'value'], before: '["1","2"]', after: '["1"]' },
  ]);
});

test('an item that was added or removed is one change', () => {
  const levy = { code: 'LEVY', amount: '5' };
  const after = { ...before, steps: [before.steps[0], levy, before.steps[1]] };
  const whole = JSON.stringify(levy);
  expect(listChangedRules(before, after).changes).toEqual([
    { place: ['steps', '2 LEVY'], before: null, after: whole },
  ]);
  expect(listChangedRules(after, before).changes).toEqual([
    { place: ['steps', '2 LEVY'], before: whole, after: null },
  ]);
});

test('there is none between equal rules, and not more than 200', () => {
  expect(listChangedRules(before, structuredClone(before)).changes).toEqual([]);
  const many = (value: number) =>
    Object.fromEntries(Array.from({ length: 300 }, (_, at) => [at, value]));
  const { changes, changes_total: total } = listChangedRules(many(1), many(2));
  expect([changes.length, total]).toEqual([200, 300]);
});
