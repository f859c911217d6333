import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import * as contract from '../../wire/vehicles/vehicles.ts';
import type { Customs } from '../customs.ts';
import { decodeVin } from './decode-vin.ts';
import { searchVehicleModels } from './search-vehicle-models.ts';

export function vehicleRoutes(api: Api, customs: Customs): void {
  const { SITE_URL: siteUrl } = api.kernel.config;
  mount(api, contract.decodeVin, ({ params }) =>
    respond(200, decodeVin(params.vin, customs.today())),
  );
  mount(api, contract.searchVehicleModels, async ({ db, query, request }) => {
    const page = toPageRequest(query);
    const { rows, total, loaded } = await searchVehicleModels(db, query, page);
    return respond(200, { ...toPage({ siteUrl, url: request.url }, page, total, rows), loaded });
  });
}
