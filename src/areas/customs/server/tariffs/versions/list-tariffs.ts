import type { PageRequest } from '#lib/pagination.ts';
import { everywhere } from '../../../wire/tariffs/tariffs.constants.ts';
import type { Customs } from '../../customs.ts';
import type { PlaceAndDay } from '../codes/code-page.ts';
import { listJurisdictions } from '../codes/tariff-codes.ts';
import { serializeTariff } from './serialize-tariff.ts';
import { listInForce } from './tariffs-in-force.ts';

/** By jurisdiction; for a destination its own and the international ones. */
export async function listTariffsInForce(
  customs: Customs,
  { country, date = customs.today() }: PlaceAndDay,
  page: PageRequest,
) {
  const places = country ? [...listJurisdictions(country), everywhere] : undefined;
  const found = listInForce(await customs.tariffs.all(), date)
    .filter(({ jurisdiction }) => places?.includes(jurisdiction) ?? true)
    .sort((one, other) => one.jurisdiction.localeCompare(other.jurisdiction) || one.id - other.id);
  return {
    rows: found.slice(page.offset, page.offset + page.pageSize).map(serializeTariff),
    total: { count: found.length, isEstimate: false },
  };
}
