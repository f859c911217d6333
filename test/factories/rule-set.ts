// A small rule set for goods: 10 % duty and 20 % VAT on everything.
import type { Coverage } from '#areas/customs/server/engine/rules/coverage-schema.ts';
import { type RuleSet, ruleSetSchema } from '#areas/customs/server/engine/rules/rule-set.ts';

const output = { op: 'rate', source: 'law', per: 'line' } as const;

export const createGoodsRules = (coverage: Coverage[] = [], changes: object = {}): RuleSet =>
  ruleSetSchema.parse({
    schema: 'customs-rules/1',
    id: 'xx.goods',
    version: 1,
    kind: 'goods',
    jurisdiction: 'XX',
    title: 'Goods',
    regime: 'any',
    effective_from: '2026-01-01',
    effective_to: null,
    review_by: '2027-01-01',
    currency: 'EUR',
    basis: 'cif',
    tables: {},
    rounding: { step: '0.01', mode: 'half_up' },
    fx_policy: { source: 'bank', date: 'day' },
    facts: ['incoterm', 'hs_code', 'value', 'origin_country', 'duty_rate_percent'].map((name) => ({
      name,
    })),
    steps: [
      { code: 'CV', op: 'derive', from: 'cif', per: 'line' },
      {
        ...output,
        code: 'DUTY',
        label: 'Duty',
        category: 'duty',
        base: 'step:CV',
        rate: '0.10',
        override: 'duty_rate_percent',
      },
      { code: 'VATBASE', op: 'sum', add: ['step:CV', 'step:DUTY', 'step:EXTRA'], per: 'line' },
      { ...output, code: 'VAT', label: 'VAT', category: 'vat', base: 'step:VATBASE', rate: '0.20' },
    ],
    coverage,
    sources: [
      { id: 'law', title: 'Law', url: 'https://example.com', reference: '1', confidence: 'high' },
    ],
    tests: [
      {
        id: 'shirt',
        date: '2026-11-20',
        lines: {},
        total: '32',
        source: 'Law',
        facts: {
          destination_country: 'XX',
          currency: 'EUR',
          incoterm: 'CIF',
          items: [{ hs_code: '610910', quantity: '1', value: '100' }],
        },
      },
    ],
    ...changes,
  });
