// Which rule set applies to an import.
import { listMembers } from '../engine/rules/country-groups.ts';
import type { RuleSet } from '../engine/rules/rule-set.ts';
import type { PublishedRuleSet } from './rule-set-store.ts';

/** The ISO countries that a set covers. */
export const listCountries = ({ countries, jurisdiction }: RuleSet): readonly string[] =>
  countries ?? listMembers(jurisdiction);

export type RuleSetChoice = {
  kind: RuleSet['kind'];
  country: string;
  regime?: string | undefined;
  date: string;
};

/**
 * Of each set the version in force on a day: the one that began last, and of those the newest. When
 * that one has ended, none is in force: an earlier one does not come back.
 */
export function listInForce(rows: readonly PublishedRuleSet[], date: string): PublishedRuleSet[] {
  const latest = new Map<string, PublishedRuleSet>();
  for (const row of rows) {
    if (row.body.effective_from > date) continue;
    const other = latest.get(row.body.id);
    if (!other || toSortKey(row.body) > toSortKey(other.body)) latest.set(row.body.id, row);
  }
  return [...latest.values()].filter(({ body: { effective_to: to } }) => to === null || date <= to);
}

const toSortKey = ({ effective_from, version }: RuleSet): string =>
  `${effective_from} ${String(version).padStart(9, '0')}`;

/**
 * The set for a country, kind, regime and day. A requested regime must exist, or the set cover any;
 * by default a private person imports. A country's own set precedes that of its customs union.
 */
export function chooseRuleSet(
  rows: readonly PublishedRuleSet[],
  choice: RuleSetChoice,
): PublishedRuleSet | undefined {
  const known = choices.get(rows) ?? new Map<string, PublishedRuleSet>();
  choices.set(rows, known);
  const key = JSON.stringify(choice);
  const found = known.get(key) ?? selectRuleSet(rows, choice);
  if (found && known.size < choicesMax) known.set(key, found);
  return found;
}

/** The same few choices repeat until other sets are published. */
const choices = new WeakMap<readonly PublishedRuleSet[], Map<string, PublishedRuleSet>>();
const choicesMax = 10_000;

function selectRuleSet(
  rows: readonly PublishedRuleSet[],
  { kind, country, regime, date }: RuleSetChoice,
): PublishedRuleSet | undefined {
  const regimes = regime ? [regime, 'any'] : ['individual', 'any', 'legal_entity'];
  const fitting = rows.filter(
    ({ body }) =>
      body.kind === kind && regimes.includes(body.regime) && listCountries(body).includes(country),
  );
  const rank = ({ body }: PublishedRuleSet) =>
    regimes.indexOf(body.regime) * 2 + (body.jurisdiction === country ? 0 : 1);
  return listInForce(fitting, date).sort((one, other) => rank(one) - rank(other))[0];
}
