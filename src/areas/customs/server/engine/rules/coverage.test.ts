import { describe, expect, test } from 'vitest';
import { createGoodsRules } from '#test/factories/rule-set.ts';
import { checkCoverage } from '../checks/coverage-checks.ts';
import { walkCoverage } from '../checks/coverage-walk.ts';
import { evaluate } from '../evaluate.ts';
import { readConsignment } from '../read-facts.ts';
import type { Coverage } from './coverage-schema.ts';
import type { RuleSet } from './rule-set.ts';

const day = '2026-11-20';
const hasCode = (...value: string[]) => ({ fact: 'hs_code', op: 'starts_with', value }) as const;
const isFrom = (...value: string[]) => ({ fact: 'origin_country', op: 'in', value }) as const;

const everythingElse: Coverage[] = [
  { concern: 'trade_measures', none: 'There are none.', source: 'law' },
  { concern: 'excise', none: 'There is none.', source: 'law' },
  { concern: 'fees', none: 'There are none.', source: 'law' },
];
const duty: Coverage = {
  concern: 'duty',
  charge: 'DUTY',
  known: { not: hasCode('8702', '8703', '8704', '8711') },
  text: 'The duty on vehicles is elsewhere.',
  source: 'law',
};
const vat: Coverage = {
  concern: 'vat',
  charge: 'VAT',
  known: { fact: 'hs_code', op: 'present' },
  text: '-',
  source: 'law',
};

function calculate(rules: RuleSet, item: object, date = day) {
  const goods = { currency: 'EUR', incoterm: 'CIF', items: [{ value: '100', ...item }] };
  const result = evaluate(rules, { ...readConsignment(goods), date }, () => null);
  const lines = Object.fromEntries(
    result.lines.map(({ code, status, amount, text }) => [
      code,
      amount?.toFixed(2) ?? text ?? status,
    ]),
  );
  return { lines, isMinimum: result.isMinimum, missing: result.missing };
}

describe('a covered charge', () => {
  const rules = createGoodsRules([duty, vat, ...everythingElse]);

  test('is charged where it is known', () => {
    expect(calculate(rules, { hs_code: '610910' })).toEqual({
      lines: { DUTY: '10.00', VAT: '22.00' },
      isMinimum: false,
      missing: [],
    });
  });

  test('is unknown elsewhere, and what depends on it is a minimum', () => {
    expect(calculate(rules, { hs_code: '87032310' })).toEqual({
      lines: { DUTY: 'The duty on vehicles is elsewhere.', VAT: '20.00' },
      isMinimum: true,
      missing: [],
    });
  });

  test('is replaced by the own rate of the user', () => {
    const own = calculate(rules, { hs_code: '870323', duty_rate_percent: '5' });
    expect(own).toMatchObject({ lines: { DUTY: '5.00', VAT: '21.00' }, isMinimum: false });
  });

  test('without steps has a line where it is due', () => {
    const extra: Coverage = {
      ...{ concern: 'trade_measures', charge: 'EXTRA', label: 'Extra duty', category: 'duty' },
      ...{ per: 'line', before: 'VATBASE', text: 'Not loaded.', source: 'law' },
      due: { all: [hasCode('8712'), isFrom('CN')] },
    };
    const covered = createGoodsRules([duty, vat, extra, ...everythingElse]);
    const bicycle = { hs_code: '871200' };
    expect(calculate(covered, { ...bicycle, origin_country: 'CN' })).toMatchObject({
      lines: { DUTY: '10.00', EXTRA: 'Not loaded.', VAT: '22.00' },
      isMinimum: true,
    });
    expect(calculate(covered, { ...bicycle, origin_country: 'TZ' }).isMinimum).toBe(false);
    expect(calculate(covered, bicycle)).toMatchObject({
      isMinimum: true,
      missing: ['origin_country'],
    });
  });

  test('is undecided for a code that is too short to tell', () => {
    const known = { not: hasCode('8703') };
    const shorter = createGoodsRules([{ ...duty, known }, vat, ...everythingElse]);
    expect(calculate(shorter, { hs_code: '87' })).toMatchObject({ missing: ['hs_code'] });
    expect(calculate(shorter, { hs_code: '8704' }).isMinimum).toBe(false);
  });

  test('applies on its days only', () => {
    const until = { ...duty, known: undefined, valid_to: '2026-11-20' };
    const ended = createGoodsRules([until, vat, ...everythingElse]);
    expect(calculate(ended, { hs_code: '610910' }, '2026-11-20').isMinimum).toBe(true);
    expect(calculate(ended, { hs_code: '610910' }, '2026-11-21').isMinimum).toBe(false);
    const since = { ...duty, known: undefined, valid_from: '2026-11-21' };
    const begun = createGoodsRules([since, vat, ...everythingElse]);
    expect(calculate(begun, { hs_code: '610910' }, '2026-11-20').isMinimum).toBe(false);
    expect(calculate(begun, { hs_code: '610910' }, '2026-11-21').isMinimum).toBe(true);
  });
});

describe('the checks before publishing', () => {
  test('want every concern and a place for every charge', () => {
    expect(checkCoverage(createGoodsRules([duty, vat]))).toEqual([
      'the coverage does not say what is due as trade_measures',
      'the coverage does not say what is due as excise',
      'the coverage does not say what is due as fees',
    ]);
    const nowhere: Coverage = { ...duty, charge: 'EXTRA', before: 'NOTHING', label: 'Extra' };
    expect(checkCoverage(createGoodsRules([duty, vat, nowhere, ...everythingElse]))).toEqual([
      'the coverage of EXTRA has no step, and no label and place of its own',
    ]);
  });

  test('find no complete total that the coverage does not justify', () => {
    const { unjustified, complete, evaluated } = walkCoverage(
      createGoodsRules([duty, vat, ...everythingElse]),
    );
    expect(unjustified).toEqual([]);
    expect(complete).toBeGreaterThan(100);
    expect(evaluated).toBeGreaterThan(complete);
  });

  test('find complete totals that leave out what countries charge', () => {
    const excise: Coverage = {
      ...{ concern: 'excise', charge: 'EXTRA', label: 'Excise', category: 'excise' },
      ...{ per: 'line', before: 'VATBASE', text: 'Not loaded.', source: 'law' },
      due: hasCode('2203', '2402'),
    };
    const [measures, , fees] = everythingElse as [Coverage, Coverage, Coverage];
    const { unjustified } = walkCoverage(createGoodsRules([duty, vat, measures, excise, fees]));
    expect(unjustified).toContain('2208 from RU on 2026-01-01: nothing accounts for excise');
    expect(unjustified.some((one) => one.startsWith('2203'))).toBe(false);
  });

  test('find vehicles that a set for goods calculates', () => {
    const { known: _, ...anything } = duty;
    const everywhere = { ...anything, due: hasCode('0000') } as Coverage;
    const { unjustified } = walkCoverage(createGoodsRules([everywhere, vat, ...everythingElse]));
    expect(unjustified).toContain('8703 from CN on 2026-01-01: nothing accounts for duty');
  });
});
