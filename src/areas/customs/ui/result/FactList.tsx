import { formatCountry, formatMonth, formatUtcDate } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Panel } from '#ui/Panel.tsx';
import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';
import { factNamed, formatFactQuantity } from '../../wire/facts/facts.constants.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const asText = (value: unknown): string => (isRecord(value) ? '' : String(value ?? ''));

/** A value as the form shows it: choices by their label, numbers with their unit. */
function formatFactValue(name: string, value: unknown): string {
  const fact = factNamed(name);
  if (isRecord(value)) return formatMoney(asText(value.amount), asText(value.currency));
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = asText(value);
  if (fact?.type === 'country') return formatCountry(text);
  // A year alone stays as it is.
  if (fact?.type === 'month') return /^\d{4}-/.test(text) ? formatMonth(text) : text;
  const choice = fact?.choices?.find((one) => one.value === text)?.label;
  return `${choice ?? text}${fact?.unit ? ` ${fact.unit}` : ''}`;
}

function toRows(facts: Readonly<Record<string, unknown>>) {
  return Object.entries(facts).flatMap(([name, value]) => {
    const label = factNamed(name)?.label;
    return label ? [{ term: label, description: formatFactValue(name, value) }] : [];
  });
}

type Item = Readonly<Record<string, unknown>>;

const formatItem = ({ quantity, unit, value, unit_price: price }: Item, currency: string) => {
  const amount = formatFactQuantity(asText(quantity), unit);
  return value === undefined
    ? `${amount} at ${formatMoney(asText(price), currency)}`
    : `${amount} for ${formatMoney(asText(value), currency)}`;
};

const itemSummaryFacts = ['description', 'quantity', 'unit', 'value', 'unit_price'];

const ItemFacts = ({ item, currency }: { item: Item; currency: string }) => (
  <div className="grid gap-2 border-t border-line pt-4 first:border-0 first:pt-0">
    <p className="font-medium wrap-anywhere">{asText(item.description)}</p>
    <p className="text-sm text-quiet">{formatItem(item, currency)}</p>
    <DescriptionList
      items={toRows(
        Object.fromEntries(
          Object.entries(item).filter(([name]) => !itemSummaryFacts.includes(name)),
        ),
      )}
    />
  </div>
);

/** The inputs of a calculation. */
export function FactList({ calculation }: { calculation: CalculationWire }) {
  const { inputs, calculation_date: date } = calculation;
  const { items, currency, calculation_date: _, ...facts } = inputs;
  return (
    <Panel title="Facts">
      <DescriptionList
        items={[{ term: 'Day of import', description: formatUtcDate(date) }, ...toRows(facts)]}
      />
      {Array.isArray(items) && (
        <div className="mt-5 grid gap-5 border-t border-line pt-5">
          {(items as Item[]).map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of one calculation may be alike, and never move.
            <ItemFacts key={at} item={item} currency={asText(currency)} />
          ))}
        </div>
      )}
    </Panel>
  );
}
