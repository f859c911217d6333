// Checks of the inputs against the rules. Each throws 400 with the field in question.

import { InvalidInput } from '#kernel/http/errors.ts';
import { findCurrency } from '#lib/currencies.ts';
import type { CalculationInput } from '../../wire/calculation-inputs.ts';
import type { ImportKind } from '../../wire/calculations.constants.ts';
import { factNamed } from '../../wire/facts.constants.ts';
import { listRequiredFacts } from '../engine/asked-facts.ts';
import type { Evaluation } from '../engine/evaluate.ts';
import { readFacts } from '../engine/read-facts.ts';
import type { RuleSet } from '../engine/rule-set.ts';
import type { DayRates } from '../rates/rates.ts';
import { listCountries } from '../rule-sets/choose-rule-set.ts';
import type { SavedRate } from './calculation-store.ts';

/** An exchange rate that the caller states. */
export type OwnRate = { from: string; to: string; rate: string };

export const readRegime = ({ regime, importer }: CalculationInput): string | undefined =>
  (regime ?? importer) as string | undefined;

/** Rules cover neither another place nor another kind of importer. */
export function assertCovered(ruleSet: RuleSet, input: CalculationInput): void {
  const regime = readRegime(input);
  const isOfRegime = !regime || [regime, 'any'].includes(ruleSet.regime);
  const problems = {
    ...(!listCountries(ruleSet).includes(input.destination_country) && {
      destination_country: ['The original rules do not hold for this country.'],
    }),
    ...(!isOfRegime && {
      [input.regime ? 'regime' : 'importer']: ['The original rules do not hold for this importer.'],
    }),
  };
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems);
}

/** Either fact is enough. */
const alternatives: Record<string, string> = {
  production_date: 'age_years',
  power_kw: 'power_hp',
  mpg: 'fuel_l_100km',
};

export function assertComplete(ruleSet: RuleSet, kind: ImportKind, input: CalculationInput): void {
  const isStated = (name: string) => input[name] !== undefined && input[name] !== null;
  const required = kind === 'vehicle' ? listRequiredFacts(ruleSet, readFacts(input)) : [];
  const missing = required.filter(
    (name) => !isStated(name) && !isStated(alternatives[name] ?? name),
  );
  if (missing.length === 0) return;
  throw new InvalidInput(
    Object.fromEntries(missing.map((name) => [name, ['This field is required.']])),
  );
}

/** Well below the largest total that its column can store. */
const totalMax = '1e18';

export function assertTotalInRange(kind: ImportKind, { total }: Evaluation): void {
  if (total.lt(totalMax)) return;
  const field = kind === 'goods' ? 'items' : 'price';
  throw new InvalidInput({ [field]: ['These amounts are too large to calculate with.'] });
}

/**
 * A currency needs a rate of the day, or an ISO code and the caller's own rate. Throws 400 in the
 * shape of a contract error: `{ price: { currency: [...] } }`.
 */
export function assertCurrenciesSupported(
  input: CalculationInput,
  rates: DayRates,
  saved: readonly SavedRate[] = [],
): void {
  const own = (input.exchange_rates ?? []) as OwnRate[];
  const paired = new Set([...own, ...saved].flatMap(({ from, to }) => [from, to]));
  const isIso = (code: string) => findCurrency(code)?.kind === 'fiat';
  const isSupported = (code: string) => rates.has(code) || (isIso(code) && paired.has(code));
  const unsupported = (code: string) => [`Unsupported currency: ${code}`];
  const problems: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const isCode = name === 'currency';
    if (!isCode && factNamed(name)?.type !== 'money') continue;
    const code = isCode ? String(value) : (value as { currency: string }).currency;
    if (isSupported(code)) continue;
    problems[name] = isCode ? unsupported(code) : { currency: unsupported(code) };
  }
  if (!own.every(({ from, to }) => isIso(from) && isIso(to)))
    problems.exchange_rates = own.map(({ from, to }) => ({
      ...(!isIso(from) && { from: unsupported(from) }),
      ...(!isIso(to) && { to: unsupported(to) }),
    }));
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems);
}
