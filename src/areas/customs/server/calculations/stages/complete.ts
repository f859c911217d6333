// Checks the facts against the rules, each refusal with the field in question, and completes a year
// of production with its months.
import { InvalidInput } from '#kernel/http/errors.ts';
import type { Consignment } from '../../engine/read-facts.ts';
import { listRequiredFacts } from '../../engine/relevant-facts.ts';
import { listCountries } from '../../rule-sets/choose-rule-set.ts';
import { assertConsistent } from './check-contradictions.ts';
import type { GatheredImport } from './gather.ts';

export type CompleteImport = GatheredImport & {
  /** The facts; those of a year without a month in its first and in its last month. */
  candidates: readonly [first: Consignment, last?: Consignment];
};

export function complete(gathered: GatheredImport): CompleteImport {
  if (gathered.original) assertCovered(gathered);
  assertRequiredFacts(gathered);
  assertConsistent(gathered.input, gathered.date);
  return { ...gathered, candidates: listCandidates(gathered.consignment) };
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

function listCandidates(consignment: Consignment): CompleteImport['candidates'] {
  const { production_date: year } = consignment.facts;
  if (typeof year !== 'string' || !/^\d{4}$/.test(year)) return [consignment];
  const inMonth = (month: string): Consignment => ({
    ...consignment,
    facts: { ...consignment.facts, production_date: `${year}-${month}` },
  });
  return [inMonth('01'), inMonth('12')];
}
