// Answers of the API as the tests of these screens need them.
import type { CalculationWire, LineWire } from '../calculation-schema.ts';
import type { RuleSetWire } from '../rule-set-contract.ts';
import { plainFactOf, type RuleFact } from './form/rule-facts.ts';

const at = '2026-11-20T12:00:00.000Z';

export const factOf = (name: string, change: Partial<RuleFact> = {}): RuleFact => ({
  ...plainFactOf(name),
  ...change,
});

const required = { required: true };

export const ruleSetOf = (change: Partial<RuleSetWire> = {}): RuleSetWire => ({
  id: 'ua.vehicle',
  kind: 'vehicle',
  jurisdiction: 'UA',
  countries: ['UA'],
  title: 'Vehicle import into Ukraine',
  regime: 'any',
  version: 1,
  effective_from: '2026-01-01',
  effective_to: null,
  currency: 'EUR',
  basis: 'cif',
  facts: [
    factOf('price', required),
    factOf('incoterm'),
    factOf('freight'),
    factOf('powertrain', required),
    factOf('engine_capacity_cc'),
    factOf('battery_kwh'),
    factOf('production_date', required),
    factOf('age_years'),
    factOf('origin_proof', { default: false }),
  ],
  review_by: '2027-06-30',
  is_overdue: false,
  to_be_verified: false,
  confidence: 'high',
  sources: [],
  ...change,
});

export const goodsRules = (change: Partial<RuleSetWire> = {}): RuleSetWire =>
  ruleSetOf({
    id: 'eu.goods',
    kind: 'goods',
    jurisdiction: 'EU',
    countries: ['DE', 'FR'],
    title: 'Goods import into the European Union',
    facts: [
      factOf('incoterm'),
      factOf('mode'),
      factOf('shipped_from', { when: { fact: 'mode', op: 'in', value: ['courier', 'post'] } }),
      ...['description', 'hs_code', 'quantity'].map((name) => factOf(name, required)),
      ...['unit', 'value', 'net_weight_kg', 'alcohol_percent', 'duty_rate_percent'].map((name) =>
        factOf(name),
      ),
    ],
    ...change,
  });

export const lineOf = (change: Partial<LineWire> = {}): LineWire => ({
  code: 'DUTY',
  label: 'Customs duty',
  category: 'duty',
  status: 'known',
  base: '10000',
  rate: '0.1',
  rate_text: '10 %',
  amount: '1000.00',
  at_least: false,
  is_optional: false,
  currency: 'EUR',
  formula: '10000.00 × 10 %',
  text: null,
  source: 'Customs Tariff of Ukraine',
  source_url: 'https://example.com/tariff',
  effective_from: '2026-01-01',
  confidence: 'high',
  missing: [],
  ...change,
});

export const calculationOf = (change: Partial<CalculationWire> = {}): CalculationWire => ({
  id: 7,
  kind: 'vehicle',
  title: 'Yaris from Kobe',
  notes: '',
  inputs: {
    destination_country: 'UA',
    calculation_date: '2026-11-20',
    price: { amount: '10000', currency: 'EUR' },
    powertrain: 'petrol',
    engine_capacity_cc: '1998',
    production_date: '2020-05',
    make: 'Toyota',
    exchange_rates: [{ from: 'USD', to: 'EUR', rate: '0.9' }],
  },
  destination_country: 'UA',
  regime: 'any',
  calculation_date: '2026-11-20',
  is_saved: true,
  share_url: null,
  pdf_url: '/apix/data_customs/pdf/vehicle/7/',
  recalculated_at: null,
  created_at: at,
  updated_at: at,
  status: 'complete',
  currency: 'EUR',
  customs_value: '10000.00',
  subtotals: {
    duty: '1000.00',
    excise: '599.40',
    vat: '2319.88',
    fee: '0.00',
    environment: '0.00',
    other: '0.00',
  },
  total_payments: '3919.28',
  total_is_minimum: false,
  landed_cost: '13919.28',
  totals_in: { USD: '4453.73', EUR: '3919.28' },
  effective_rate_percent: 39.19,
  breakdown: [
    lineOf(),
    lineOf({
      code: 'EXCISE',
      label: 'Excise by engine and age',
      category: 'excise',
      base: '11.988',
      rate: null,
      rate_text: '50 EUR each',
      amount: '599.40',
      formula: '11.988 × 50 EUR',
    }),
    lineOf({ code: 'VAT', label: 'Value added tax', category: 'vat', amount: '2319.88' }),
  ],
  items: [],
  exchange_rates: [],
  rule_set: {
    id: 'ua.vehicle',
    version: 1,
    title: 'Vehicle import into Ukraine',
    effective_from: '2026-01-01',
    review_by: '2027-06-30',
    to_be_verified: false,
  },
  warnings: [],
  missing: [],
  hints: [],
  ...change,
});

/** The same without its engine: the excise is unknown, and the total a minimum. */
export const minimumOf = (): CalculationWire => {
  const { breakdown, ...whole } = calculationOf();
  return {
    ...whole,
    status: 'partial',
    total_payments: '3200.00',
    total_is_minimum: true,
    missing: ['engine_capacity_cc'],
    subtotals: { ...whole.subtotals, excise: '0.00', vat: '2200.00' },
    breakdown: breakdown.map((line) =>
      line.code === 'EXCISE'
        ? { ...line, status: 'unknown', amount: null, missing: ['engine_capacity_cc'] }
        : { ...line, at_least: line.code === 'VAT' },
    ),
  };
};
