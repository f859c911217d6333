// Parses facts, as the API and the examples of rule sets state them, for the engine.
import { Decimal } from '#lib/decimal.ts';
import { factNamed } from '../../wire/facts/facts.constants.ts';
import type { Facts, FactValue } from './scope.ts';

type MoneyInput = { amount: string | number; currency: string };

/** Ignores names that are not in the dictionary: the contract has validated the rest. */
export function readFacts(input: Readonly<Record<string, unknown>>): Facts {
  const read: Record<string, FactValue> = {};
  for (const [name, value] of Object.entries(input)) {
    const fact = factNamed(name);
    if (!fact || value === undefined || value === null || value === '') continue;
    if (fact.type === 'money') {
      const { amount, currency } = value as MoneyInput;
      read[name] = { amount: new Decimal(amount), currency };
    } else if (fact.type === 'decimal' || fact.type === 'integer') {
      read[name] = new Decimal(value as string | number);
    } else {
      read[name] = fact.type === 'boolean' ? value === true : String(value);
    }
  }
  return read;
}

export type Consignment = { facts: Facts; items: readonly Facts[] };

type ItemInput = Record<string, unknown> & { quantity?: string | number };

/**
 * A vehicle has no items. For goods, the `value` of each line is money in the `currency` of the
 * consignment: the stated value, or `quantity` times `unit_price`.
 */
export function readConsignment(input: Readonly<Record<string, unknown>>): Consignment {
  const { items = [], currency, ...rest } = input as { items?: ItemInput[]; currency?: string };
  return { facts: readFacts(rest), items: items.map((item) => readItem(item, currency ?? '')) };
}

function readItem({ value, unit_price, ...rest }: ItemInput, currency: string): Facts {
  const facts = readFacts(rest);
  const amount =
    value === undefined
      ? new Decimal(String(unit_price ?? 0)).times(String(rest.quantity ?? 1))
      : new Decimal(String(value));
  const code = typeof facts.hs_code === 'string' ? facts.hs_code.replace(/\D/g, '') : undefined;
  return { ...facts, value: { amount, currency }, hs_code: code };
}
