// The PDF of a comparison: its scenarios side by side, each in its currency and in US dollars.
import site from '#content/site.json' with { type: 'json' };
import type { Kernel } from '#kernel/kernel.ts';
import { Decimal } from '#lib/decimal.ts';
import type { CalculationWire, LineWire } from '../../../wire/calculations/calculation-results.ts';
import type { ComparisonInput, ComparisonWire } from '../../../wire/calculations/comparisons.ts';
import { moneyText } from '../result/serialize-result.ts';
import {
  categoryLabels,
  disclaimer,
  formatMoneyText,
  isCharge,
  toFactRows,
} from './pdf-content.ts';

const template = new URL('./comparison.typ', import.meta.url);
const commonCurrency = 'USD';

/** `amount` is null if it is unknown; `also` is the same in the common currency. */
type Cell = { amount: string | null; also: string | null };
type Category = keyof typeof categoryLabels;
type Scenario = { label: string; calculation: CalculationWire };

const none: Cell = { amount: 'none', also: null };

export const renderComparison = (
  { pdf }: Pick<Kernel, 'pdf'>,
  input: ComparisonInput,
  comparison: ComparisonWire,
): Promise<Buffer> => pdf.render(template, createContent(input, comparison));

function createContent(input: ComparisonInput, { results, cheapest }: ComparisonWire): object {
  const scenarios = results.flatMap(({ label, calculation }): Scenario[] =>
    calculation ? [{ label, calculation }] : [],
  );
  const lowest = scenarios.find(({ label }) => label === cheapest);
  return {
    site: { name: site.name },
    title: 'Import duties and taxes compared',
    date: scenarios[0]!.calculation.inputs.calculation_date,
    summary: lowest
      ? `${lowest.label} costs least: ${formatMoneyText(lowest.calculation.landed_cost ?? '', lowest.calculation.currency)} landed.`
      : 'None is marked as the lowest: one that is not known in full may cost less.',
    scenarios: scenarios.map(({ label }) => ({ label, isCheapest: label === cheapest })),
    rows: listRows(scenarios),
    refused: results.flatMap(({ label, error }) =>
      error ? [`${label}: ${listMessages(error).join(' ')}`] : [],
    ),
    facts: toFactRows(sharedFacts(input)),
    remarks: scenarios.flatMap(({ label, calculation }) =>
      calculation.warnings.map(({ message }) => `${label}: ${message}`),
    ),
    rules: scenarios.map(
      ({ label, calculation: { rule_set: rules } }) =>
        `${label}: ${rules.title}, version ${rules.version}, in force since ${rules.effective_from}`,
    ),
    disclaimer,
  };
}

/** The texts of an error body: those of a code, or those of the fields. */
function listMessages({ code, detail, non_field_errors: general, ...fields }: ErrorBody): string[] {
  const lists = code === undefined ? Object.values(fields) : [];
  return [detail ?? [], general ?? [], ...lists].flat(2).map(String);
}
type ErrorBody = { code?: unknown; detail?: unknown; non_field_errors?: unknown };

/** What the scenarios have in common. */
function sharedFacts({ base, scenarios }: ComparisonInput): Record<string, unknown> {
  const changed = new Set(scenarios.flatMap(({ changes }) => Object.keys(changes)));
  return Object.fromEntries(Object.entries(base).filter(([name]) => !changed.has(name)));
}

function listRows(scenarios: readonly Scenario[]) {
  const row = (label: string, read: (calculation: CalculationWire) => Cell, isTotal = false) => ({
    label,
    isTotal,
    cells: scenarios.map(({ calculation }) => read(calculation)),
  });
  const charged = (Object.keys(categoryLabels) as Category[]).filter((category) =>
    scenarios.some(({ calculation }) => listCharges(calculation, category).length > 0),
  );
  return [
    row('Customs value', (one) => formatCell(one, one.customs_value, false)),
    ...charged.map((category) =>
      row(categoryLabels[category], (calculation) => readCategory(calculation, category)),
    ),
    row(
      'Duties and taxes',
      (one) => formatCell(one, one.total_payments, one.total_is_minimum, one.total_most),
      true,
    ),
    row(
      'Landed cost',
      (one) => formatCell(one, one.landed_cost, one.total_is_minimum, one.landed_cost_most),
      true,
    ),
  ];
}

const listCharges = ({ breakdown }: CalculationWire, category: Category): LineWire[] =>
  breakdown.filter((line) => isCharge(line) && !line.is_optional && line.category === category);

function readCategory(calculation: CalculationWire, category: Category): Cell {
  const charges = listCharges(calculation, category);
  if (charges.length === 0) return none;
  const isUnknown = ({ amount }: LineWire) => amount === null;
  if (charges.every(isUnknown)) return { amount: null, also: null };
  const isMinimum = charges.some((line) => isUnknown(line) || line.at_least);
  return formatCell(calculation, calculation.subtotals[category], isMinimum);
}

function formatCell(
  { currency, rates_to: rates }: CalculationWire,
  amount: string | null,
  isMinimum: boolean,
  most?: string | null,
): Cell {
  if (amount === null) return { amount: null, also: null };
  const isRange = isMinimum && typeof most === 'string';
  const start = isMinimum && !isRange ? 'at least ' : '';
  const end = isRange ? ` to ${formatMoneyText(most, currency)}` : '';
  const rate = currency === commonCurrency ? undefined : rates?.[commonCurrency];
  const worth = rate && moneyText(new Decimal(amount).times(rate), commonCurrency);
  return {
    amount: start + formatMoneyText(amount, currency) + end,
    also: worth ? formatMoneyText(worth, commonCurrency) : null,
  };
}
