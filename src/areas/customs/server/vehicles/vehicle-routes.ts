import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import * as contract from '../../wire/vehicles.ts';
import type { Customs } from '../customs.ts';
import { decodeVin } from './decode-vin.ts';

export function vehicleRoutes(api: Api, customs: Customs): void {
  mount(api, contract.decodeVin, ({ params }) =>
    respond(200, decodeVin(params.vin, customs.today())),
  );
}
