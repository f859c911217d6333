import { expect, test } from 'vitest';
import { buildCalculation, buildLine } from '#test/fixtures/customs.ts';
import type { ResultWire } from '../../wire/calculations/calculation-results.ts';
import { describeChange, isDifferent, type ResultOrRefusal } from './describe-change.ts';

const rate = { from: 'USD', to: 'EUR', rate: '0.9', date: '2026-11-20', source: 'ECB' };
const outcomeOf = (change: Partial<ResultWire> = {}): ResultOrRefusal => {
  const { status, ...result } = buildCalculation({
    ...{ status: 'complete', currency: 'EUR', total_payments: '1000.00', total_is_minimum: false },
    ...{ exchange_rates: [], breakdown: [] },
    ...change,
  });
  return { status, result: { status, ...result } };
};
const duty = (amount: string | null, rate_text: string) =>
  buildLine({ code: 'DUTY', label: 'Customs duty', amount, rate_text, currency: 'EUR' });
const vat = (amount: string, rate_text = '20 %') =>
  buildLine({ code: 'VAT', label: 'VAT', amount, rate_text, currency: 'EUR' });
const gone: ResultOrRefusal = { status: 'unavailable', message: 'There are no rules.' };

test.each([
  ['1004.99', false],
  ['1005.00', true],
  ['995.01', false],
  ['995.00', true],
  ['1000.00', false],
])('a total of 1000.00 that becomes %s: %s', (total_payments, isTold) => {
  expect(isDifferent(outcomeOf(), outcomeOf({ total_payments }))).toBe(isTold);
});

test('a total that was zero, another status and another currency are told', () => {
  const zero = outcomeOf({ total_payments: '0.00' });
  expect(isDifferent(zero, outcomeOf({ total_payments: '0.01' }))).toBe(true);
  expect(isDifferent(zero, zero)).toBe(false);
  expect(isDifferent(outcomeOf(), outcomeOf({ status: 'partial' }))).toBe(true);
  expect(isDifferent(outcomeOf(), outcomeOf({ currency: 'USD' }))).toBe(true);
  expect(isDifferent(outcomeOf(), gone)).toBe(true);
  expect(isDifferent(gone, gone)).toBe(false);
});

test('names the rates that changed, not the amounts that follow', () => {
  const before = outcomeOf({ breakdown: [duty('100.00', '10 %'), vat('200.00')] });
  const after = outcomeOf({
    ...{ total_payments: '2240.00', breakdown: [duty('120.00', '12 %'), vat('204.00')] },
  });
  expect(describeChange(before, after)).toBe(
    'Became €1,240.00 dearer because Customs duty: 10 % → 12 %.',
  );
  expect(describeChange(after, before)).toBe(
    'Became €1,240.00 cheaper because Customs duty: 12 % → 10 %.',
  );
});

test('names exchange rates, lines that come and go, and else the amounts', () => {
  const dearer = { total_payments: '1100.00' };
  expect(
    describeChange(
      outcomeOf({ exchange_rates: [rate], breakdown: [duty('90.00', '10 %')] }),
      outcomeOf({
        ...dearer,
        exchange_rates: [{ ...rate, rate: '0.99' }],
        breakdown: [duty('99.00', '10 %')],
      }),
    ),
  ).toBe('Became €100.00 dearer because 1 USD: 0.9 → 0.99 EUR.');
  expect(
    describeChange(
      outcomeOf({ breakdown: [duty('90.00', '10 %')] }),
      outcomeOf({ ...dearer, breakdown: [vat('190.00')] }),
    ),
  ).toBe('Became €100.00 dearer because VAT is new; Customs duty is no longer charged.');
  expect(
    describeChange(
      outcomeOf({ breakdown: [duty('90.00', '10 %')] }),
      outcomeOf({ ...dearer, breakdown: [duty('190.00', '10 %')] }),
    ),
  ).toBe('Became €100.00 dearer because Customs duty: €90.00 → €190.00.');
  expect(describeChange(outcomeOf(), outcomeOf(dearer))).toBe('Became €100.00 dearer.');
});

test('says what is unknown, unavailable or in another currency now', () => {
  const unknown = outcomeOf({
    ...{ status: 'partial', total_payments: '900.00', total_is_minimum: true },
    breakdown: [
      buildLine({ code: 'DUTY', label: 'Customs duty', amount: null, status: 'unknown' }),
    ],
  });
  const known = outcomeOf({ breakdown: [duty('100.00', buildLine().rate_text)] });
  expect(describeChange(known, unknown)).toBe(
    'Became €100.00 cheaper because a part of it is unknown now; Customs duty is unknown now.',
  );
  expect(describeChange(unknown, known)).toBe(
    'Became €100.00 dearer because all of it is known now; Customs duty is known now.',
  );
  expect(describeChange(known, gone)).toBe('Cannot be calculated any more: There are no rules.');
  expect(describeChange(gone, unknown)).toBe('Can be calculated again: at least €900.00.');
  expect(describeChange(outcomeOf({ currency: 'BGN' }), outcomeOf())).toBe(
    'Is charged in EUR now: it was 1000.00 BGN and is €1,000.00.',
  );
});
