// The example of a public page: a vehicle at a round price in the country's own currency.
import { Decimal } from '#lib/decimal.ts';
import { formatCountry, formatMonth } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import type { CalculationInput } from '../../wire/calculations/calculation-inputs.ts';
import type { ResultWire } from '../../wire/calculations/calculation-results.ts';
import { factNamed } from '../../wire/facts/facts.constants.ts';
import { calculateGathered } from '../calculations/calculate.ts';
import { parse } from '../calculations/stages/parse.ts';
import type { RuleSet } from '../engine/rules/rule-set.ts';
import { type DayRates, findRate } from '../rates/rates.ts';
import type { VehicleCategory } from './example-vehicles.ts';

const priceInEuro = 20_000;

/** About 20,000 euros, with one digit that is not zero: no exchange rate is needed to follow it. */
function roundPrice(currency: string, rates: DayRates): string {
  const found = findRate(rates, 'EUR', currency);
  if (!found) throw new Error(`There is no rate of ${currency} for an example.`);
  const euros = new Decimal(priceInEuro);
  return euros.times(found.rate).toSignificantDigits(1).toFixed();
}

export type Example = { facts: CalculationInput; result: ResultWire };

export function calculateExample(
  ruleSet: RuleSet,
  country: string,
  category: VehicleCategory,
  rates: DayRates,
): Example {
  const currency = ruleSet.currencies?.[country] ?? ruleSet.currency;
  const isRead = (name: string) =>
    ruleSet.facts.some((fact) => fact.name === name) || name === 'incoterm';
  const ownFacts = Object.entries(category.facts).filter(([name]) => isRead(name));
  const facts: CalculationInput = {
    destination_country: country,
    price: { amount: roundPrice(currency, rates), currency },
    ...Object.fromEntries(ownFacts),
  };
  return calculate(ruleSet, facts, rates);
}

export function calculate(ruleSet: RuleSet, facts: CalculationInput, rates: DayRates): Example {
  const parsed = parse({ kind: 'vehicle', input: facts }, rates.day);
  const rules = { id: 0, body: ruleSet };
  const { result } = calculateGathered({
    ...parsed,
    ruleSet: rules,
    dayRates: rates,
    tariff: null,
  });
  return { facts, result };
}

type Money = { amount: string; currency: string };
const isMoney = (value: unknown): value is Money => typeof value === 'object' && value !== null;

/** Choices by their label, numbers with their unit. */
function describeValue(name: string, value: unknown): string {
  if (isMoney(value)) return formatMoney(value.amount, value.currency);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const fact = factNamed(name);
  const text = String(value);
  if (fact?.type === 'country') return formatCountry(text);
  if (fact?.type === 'month') return formatMonth(text);
  const choice = fact?.choices?.find((one) => one.value === text)?.label;
  return `${choice ?? text}${fact?.unit ? ` ${fact.unit}` : ''}`;
}

export const describeFacts = (input: CalculationInput): [label: string, value: string][] =>
  Object.entries(input)
    .filter(([name]) => name !== 'destination_country')
    .map(([name, value]) => [factNamed(name)?.label ?? name, describeValue(name, value)]);

/** As the form of the calculator has them: text by name, and the currency of money apart. */
export const toFormValues = (input: CalculationInput): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([name]) => name !== 'destination_country')
      .flatMap(([name, value]): [string, string][] =>
        isMoney(value)
          ? [
              [name, value.amount],
              [`${name}_currency`, value.currency],
            ]
          : [[name, String(value)]],
      ),
  );
