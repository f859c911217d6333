// Checks the facts against the rules, each refusal with the field in question, and completes a date
// of production with its days.
import { InvalidInput } from '#kernel/http/errors.ts';
import type { Consignment } from '../../engine/read-facts.ts';
import { listRequiredFacts } from '../../engine/relevant-facts.ts';
import { countsToDay, listPossibleDays } from '../../engine/vehicle-age.ts';
import { listCountries } from '../../rule-sets/choose-rule-set.ts';
import { assertConsistent } from './check-contradictions.ts';
import type { GatheredImport } from './gather.ts';

export type CompleteImport = GatheredImport & {
  /** The facts; those of a vehicle whose day of production is open on the first and last day. */
  candidates: readonly [first: Consignment, ...others: Consignment[]];
};

export function complete(gathered: GatheredImport): CompleteImport {
  if (gathered.original) assertCovered(gathered);
  assertRequiredFacts(gathered);
  assertConsistent(gathered.input, gathered.date);
  return { ...gathered, candidates: listCandidates(gathered) };
}

/** Original rules cover neither another place nor another kind of importer. */
function assertCovered({ ruleSet: { body }, input, country, regime }: GatheredImport): void {
  const problems = {
    ...(!listCountries(body).includes(country) && {
      destination_country: ['The original rules do not hold for this country.'],
    }),
    ...(regime &&
      ![regime, 'any'].includes(body.regime) && {
        [input.regime ? 'regime' : 'importer']: [
          'The original rules do not hold for this importer.',
        ],
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

function assertRequiredFacts({ kind, input, consignment, ruleSet }: GatheredImport): void {
  if (kind !== 'vehicle') return;
  const isMissing = (name: string) => input[name] === undefined || input[name] === null;
  const missing = listRequiredFacts(ruleSet.body, consignment.facts).filter(
    (name) => isMissing(name) && isMissing(alternatives[name] ?? name),
  );
  if (missing.length === 0) return;
  throw new InvalidInput(
    Object.fromEntries(missing.map((name) => [name, ['This field is required.']])),
  );
}

function listCandidates({
  consignment,
  ruleSet: { body },
  date,
}: GatheredImport): CompleteImport['candidates'] {
  const { production_date: produced } = consignment.facts;
  const isSettled = body.incomplete_production_date !== undefined || !countsToDay(body);
  if (typeof produced !== 'string' || isSettled) return [consignment];
  const [first, last] = listPossibleDays(produced);
  const latest = last < date ? last : date;
  const onDay = (day: string): Consignment => ({
    ...consignment,
    facts: { ...consignment.facts, production_date: day },
  });
  return first === latest ? [onDay(first)] : [onDay(first), onDay(latest)];
}
