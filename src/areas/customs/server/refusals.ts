// What can not be calculated with: each is refused by the field that says it.

import { InvalidInput } from '#kernel/http/errors.ts';
import { findCurrency } from '#lib/currencies.ts';
import type { StatedInput } from '../calculation-body.ts';
import { factNamed } from '../facts.ts';
import type { KeptRate, Kind, StatedRate } from './calculate.ts';
import { requiredFor } from './engine/asked-facts.ts';
import type { Outcome } from './engine/evaluate.ts';
import type { RuleSet } from './engine/rule-set.ts';
import type { DayRates } from './rates.ts';
import { readFacts } from './read-facts.ts';
import { countriesOf } from './rule-sets.ts';

export const regimeOf = ({ regime, importer }: StatedInput): string | undefined =>
  (regime ?? importer) as string | undefined;

/** The rules of one place say nothing about another one, or about another kind of importer. */
export function refuseUncovered(ruleSet: RuleSet, stated: StatedInput): void {
  const regime = regimeOf(stated);
  const isOfRegime = !regime || [regime, 'any'].includes(ruleSet.regime);
  const problems = {
    ...(!countriesOf(ruleSet).includes(stated.destination_country) && {
      destination_country: ['The original rules do not hold for this country.'],
    }),
    ...(!isOfRegime && {
      [stated.regime ? 'regime' : 'importer']: [
        'The original rules do not hold for this importer.',
      ],
    }),
  };
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems);
}

/** One of these stands for the other. */
const alternatives: Record<string, string> = {
  production_date: 'age_years',
  power_kw: 'power_hp',
  mpg: 'fuel_l_100km',
};

export function refuseIncomplete(ruleSet: RuleSet, kind: Kind, stated: StatedInput): void {
  const isStated = (name: string) => stated[name] !== undefined && stated[name] !== null;
  const required = kind === 'vehicle' ? requiredFor(ruleSet, readFacts(stated)) : [];
  const missing = required.filter(
    (name) => !isStated(name) && !isStated(alternatives[name] ?? name),
  );
  if (missing.length === 0) return;
  throw new InvalidInput(
    Object.fromEntries(missing.map((name) => [name, ['This field is required.']])),
  );
}

/** What the column of totals holds, with room to spare. */
const totalMax = '1e18';

export function refuseTooLarge(kind: Kind, { total }: Outcome): void {
  if (total.lt(totalMax)) return;
  const field = kind === 'custom' ? 'items' : 'price';
  throw new InvalidInput({ [field]: ['These amounts are too large to calculate with.'] });
}

/** A model year begins in the year before it; nothing later has been produced. */
export function refuseNotYetProduced({ production_date: produced }: StatedInput, date: string) {
  const yearMax = Number(date.slice(0, 4)) + 1;
  if (typeof produced !== 'string' || Number(produced.slice(0, 4)) <= yearMax) return;
  const words = `A vehicle calculated for ${date} can be of ${yearMax} at the latest.`;
  throw new InvalidInput({ production_date: [words] });
}

/**
 * A currency has a rate of the day, or an ISO code and a rate of the caller's own. Throws 400 as
 * the contract does: `{ price: { currency: [...] } }`.
 */
export function refuseUnsupported(
  stated: StatedInput,
  rates: DayRates,
  kept: readonly KeptRate[] = [],
): void {
  const own = (stated.exchange_rates ?? []) as StatedRate[];
  const paired = new Set([...own, ...kept].flatMap(({ from, to }) => [from, to]));
  const isIso = (code: string) => findCurrency(code)?.kind === 'fiat';
  const isSupported = (code: string) => rates.has(code) || (isIso(code) && paired.has(code));
  const unsupported = (code: string) => [`Unsupported currency: ${code}`];
  const problems: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(stated)) {
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
