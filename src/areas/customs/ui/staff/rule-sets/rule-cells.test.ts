import { expect, test } from 'vitest';
import {
  changeAt,
  dateProblem,
  listRates,
  listTables,
  numberProblem,
  readCell,
  writeCell,
  writeCondition,
  writePercent,
} from './rule-cells.ts';

const rules = {
  effective_from: '2026-01-01',
  effective_to: null,
  review_by: '2027-01-31',
  tables: {
    excise: {
      keys: {},
      rows: [
        { fuel: 'petrol', cc: '3000', eur: '50' },
        { fuel: 'petrol', eur: '100' },
      ],
    },
    countries: { list: ['DE'] },
  },
  steps: [
    { code: 'CV', op: 'derive', from: 'cif' },
    { code: 'DUTY', label: 'Customs duty', op: 'rate', rate: '0.10' },
    {
      code: 'LEVY',
      label: 'Levy',
      op: 'fixed',
      amount: '25',
      when: { fact: 'fuel_type', op: 'in', value: ['petrol', 'diesel'] },
      valid_to: '2026-12-31',
    },
    { code: 'VAT', op: 'rate', rate: { table: 'vat', col: 'rate' } },
    { code: 'FEE', op: 'rate', rate: 'fact:fee' },
  ],
};

test('rates are the numbers that stand in a step', () => {
  expect(listRates(rules)).toEqual([
    {
      path: ['steps', 1],
      code: 'DUTY',
      label: 'Customs duty',
      condition: '',
      cells: [{ name: 'rate', value: '0.10' }],
      validFrom: '',
      validTo: '',
    },
    {
      path: ['steps', 2],
      code: 'LEVY',
      label: 'Levy',
      condition: 'fuel type is one of petrol, diesel',
      cells: [{ name: 'amount', value: '25' }],
      validFrom: '',
      validTo: '2026-12-31',
    },
  ]);
  expect(listRates({})).toEqual([]);
  // A number that is being typed keeps its row.
  expect(listRates(changeAt(rules, ['steps', 1, 'rate'], '0.'))).toHaveLength(2);
});

test('tables are those with rows', () => {
  expect(listTables(rules)).toEqual([
    {
      name: 'excise',
      path: ['tables', 'excise', 'rows'],
      columns: ['fuel', 'cc', 'eur'],
      rows: rules.tables.excise.rows,
      isByPrefix: false,
    },
  ]);
});

test('a table that is matched by prefix says so', () => {
  const tariff = { keys: { hs: { match: 'prefix' } }, rows: [{ hs: '87', rate: '0.1' }] };
  expect(listTables({ tables: { tariff } })).toMatchObject([{ isByPrefix: true }]);
});

test('a value is changed in a copy, and removed by undefined', () => {
  const changed = changeAt(rules, ['steps', 1, 'rate'], '0.12');
  expect(changed.steps[1]!.rate).toBe('0.12');
  expect(rules.steps[1]!.rate).toBe('0.10');
  expect(changed.tables).toBe(rules.tables);
  const without = changeAt(rules, ['steps', 2, 'valid_to'], undefined);
  expect(without.steps[2]).not.toHaveProperty('valid_to');
  const path = ['tables', 'excise', 'rows'];
  const [first, second] = rules.tables.excise.rows;
  expect(changeAt(rules, [...path, 0], undefined).tables.excise.rows).toEqual([second]);
  const more = changeAt(rules, [...path, 2], { fuel: 'gas' });
  expect(more.tables.excise.rows).toEqual([first, second, { fuel: 'gas' }]);
});

test('conditions are written in words', () => {
  const electric = { fact: 'powertrain', op: 'eq', value: 'electric' };
  expect(writeCondition({ all: [electric, { not: { fact: 'age', op: 'ge', value: '5' } }] })).toBe(
    'powertrain = electric and not (age ≥ 5)',
  );
  expect(writeCondition({ any: [electric, { ref: 'step:CV', op: 'lt', value: '3' }] })).toBe(
    'powertrain = electric or step:CV < 3',
  );
  const old = { fact: 'age', op: 'ge', value: '5' };
  expect(writeCondition({ all: [electric, { any: [old, { not: old }] }] })).toBe(
    'powertrain = electric and (age ≥ 5 or not (age ≥ 5))',
  );
  expect(writeCondition({ fact: 'vin', op: 'present' })).toBe('vin present');
  expect(writeCondition({ strange: true })).toBe('another condition');
  expect(writeCondition(undefined)).toBe('');
});

test('a cell keeps the kind of its value', () => {
  expect([writeCell(undefined), writeCell(['DE', 'FR']), writeCell(true), writeCell(5)]).toEqual([
    '',
    'DE, FR',
    'true',
    '5',
  ]);
  expect([writeCell({ a: 1 }), writeCell([{ a: 1 }]), writeCell(null)]).toEqual([null, null, null]);
  expect(readCell('DE, ', ['DE'])).toEqual(['DE']);
  expect(readCell('DE,FR ', ['DE'])).toEqual(['DE', 'FR']);
  expect([readCell('7', 5), readCell('x', 5), readCell('true', false)]).toEqual([7, 'x', true]);
  expect([readCell(' 3000 ', '1'), readCell('3000', undefined), readCell(' ', '1')]).toEqual([
    '3000',
    '3000',
    undefined,
  ]);
});

test('problems are named while they are typed', () => {
  expect(dateProblem('effective_from', rules)).toBeUndefined();
  expect(dateProblem('effective_to', rules)).toBeUndefined();
  expect(dateProblem('effective_to', { ...rules, effective_to: '2025-01-01' })).toBe(
    'It ends before it begins.',
  );
  expect(dateProblem('review_by', { ...rules, review_by: '' })).toBe('Enter a day.');
  expect(dateProblem('review_by', {})).toBeUndefined();
  expect([numberProblem('0.2'), numberProblem('0,2')]).toEqual([
    undefined,
    'Enter a number with a point, such as 0.20.',
  ]);
  expect([writePercent('0.07'), writePercent('x')]).toEqual(['7 %', '']);
});
