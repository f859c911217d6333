// Facts as the wire and rule sets' tests state them, into those that the engine reads.
import { Decimal } from '#lib/decimal.ts';
import { factNamed } from '../facts.ts';
import type { Facts, FactValue } from './engine/scope.ts';

type StatedMoney = { amount: string | number; currency: string };

/** Names that the dictionary lacks are left out: the contract has refused what is wrong. */
export function readFacts(stated: Readonly<Record<string, unknown>>): Facts {
  const read: Record<string, FactValue> = {};
  for (const [name, value] of Object.entries(stated)) {
    const fact = factNamed(name);
    if (!fact || value === undefined || value === null || value === '') continue;
    if (fact.type === 'money') {
      const { amount, currency } = value as StatedMoney;
      read[name] = { amount: new Decimal(amount), currency };
    } else if (fact.type === 'decimal' || fact.type === 'integer') {
      read[name] = new Decimal(value as string | number);
    } else {
      read[name] = fact.type === 'boolean' ? value === true : String(value);
    }
  }
  return read;
}
