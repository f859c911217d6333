import type { PageRequest } from '#lib/pagination.ts';
import type { Customs } from './customs.ts';
import { toWire } from './rule-set-wire.ts';
import { countriesOf, inForce } from './rule-sets.ts';

type Filter = {
  kind?: 'goods' | 'vehicle' | undefined;
  destination_country?: string | undefined;
  date?: string | undefined;
  search?: string | undefined;
};

/** The sets that hold on a day, by title. */
export async function listRuleSets(customs: Customs, filter: Filter, page: PageRequest) {
  const date = filter.date ?? customs.today();
  const country = filter.destination_country?.toUpperCase();
  const wanted = filter.search?.trim().toLowerCase() ?? '';
  const rows = await customs.ruleSets.all();
  const found = inForce(rows, date)
    .map(({ body }) => body)
    .filter((body) => filter.kind === undefined || body.kind === filter.kind)
    .filter((body) => country === undefined || countriesOf(body).includes(country))
    .filter((body) => `${body.title} ${body.jurisdiction}`.toLowerCase().includes(wanted))
    .sort((one, other) => one.title.localeCompare(other.title) || one.id.localeCompare(other.id));
  const results = found
    .slice(page.offset, page.offset + page.pageSize)
    .map((body) => toWire(body, customs.today()));
  return { results, total: { count: found.length, isEstimate: false } };
}
