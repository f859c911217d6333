import type { PageRequest } from '#lib/pagination.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import type { Customs } from '../customs.ts';
import { listCountries, listInForce } from './choose-rule-set.ts';
import { serializeRuleSet } from './serialize-rule-set.ts';

type RuleSetFilter = {
  kind?: ImportKind | undefined;
  destination_country?: string | undefined;
  date?: string | undefined;
  search?: string | undefined;
};

/** The sets in force on a day, by title. */
export async function listRuleSetsInForce(
  customs: Customs,
  filter: RuleSetFilter,
  page: PageRequest,
) {
  const date = filter.date ?? customs.today();
  const country = filter.destination_country?.toUpperCase();
  const query = filter.search?.trim().toLowerCase() ?? '';
  const rows = await customs.ruleSets.all();
  const found = listInForce(rows, date)
    .map(({ body }) => body)
    .filter((body) => filter.kind === undefined || body.kind === filter.kind)
    .filter((body) => country === undefined || listCountries(body).includes(country))
    .filter((body) => `${body.title} ${body.jurisdiction}`.toLowerCase().includes(query))
    .sort((one, other) => one.title.localeCompare(other.title) || one.id.localeCompare(other.id));
  const results = found
    .slice(page.offset, page.offset + page.pageSize)
    .map((body) => serializeRuleSet(body, customs.today()));
  return { rows: results, total: { count: found.length, isEstimate: false } };
}
