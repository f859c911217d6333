import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Panel } from '#ui/Panel.tsx';
import type { CalculationWire } from '../../calculation-schema.ts';
import { factNamed, sayQuantity } from '../../facts.ts';
import { sayCountry, sayDay, sayMoney } from '../customs-words.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const asText = (value: unknown): string => (isRecord(value) ? '' : String(value ?? ''));

function sayMonth(month: string): string {
  const [year, of] = month.split('-').map(Number);
  if (!year || !of) return month;
  const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-GB', format).format(new Date(Date.UTC(year, of - 1, 1)));
}

/** A stated value in the words in which it was asked for. */
function sayValue(name: string, value: unknown): string {
  const fact = factNamed(name);
  if (isRecord(value)) return sayMoney(asText(value.amount), asText(value.currency));
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = asText(value);
  if (fact?.type === 'country') return sayCountry(text);
  if (fact?.type === 'month') return sayMonth(text);
  const choice = fact?.choices?.find((one) => one.value === text)?.label;
  return `${choice ?? text}${fact?.unit ? ` ${fact.unit}` : ''}`;
}

function rowsOf(facts: Readonly<Record<string, unknown>>) {
  return Object.entries(facts).flatMap(([name, value]) => {
    const label = factNamed(name)?.label;
    return label ? [{ term: label, description: sayValue(name, value) }] : [];
  });
}

type Item = Readonly<Record<string, unknown>>;

const sayItem = ({ quantity, unit, value, unit_price: price }: Item, currency: string) => {
  const amount = sayQuantity(asText(quantity), unit);
  return value === undefined
    ? `${amount} at ${sayMoney(asText(price), currency)}`
    : `${amount} for ${sayMoney(asText(value), currency)}`;
};

const nameless = ['description', 'quantity', 'unit', 'value', 'unit_price'];

const ItemFacts = ({ item, currency }: { item: Item; currency: string }) => (
  <div className="grid gap-2 border-t border-line pt-4 first:border-0 first:pt-0">
    <p className="font-medium wrap-anywhere">{asText(item.description)}</p>
    <p className="text-sm text-quiet">{sayItem(item, currency)}</p>
    <DescriptionList
      items={rowsOf(
        Object.fromEntries(Object.entries(item).filter(([name]) => !nameless.includes(name))),
      )}
    />
  </div>
);

/** What the calculation was told. */
export function FactList({ calculation }: { calculation: CalculationWire }) {
  const { inputs, calculation_date: date } = calculation;
  const { items, currency, calculation_date: _, ...facts } = inputs;
  return (
    <Panel title="Facts">
      <DescriptionList
        items={[{ term: 'Day of import', description: sayDay(date) }, ...rowsOf(facts)]}
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
