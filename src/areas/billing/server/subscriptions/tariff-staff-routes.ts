import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import * as offers from '../../tariff-offer-contract.ts';
import * as contract from '../../tariff-staff-contract.ts';
import { listTariffOffers, setTariffOffers } from './offer-tariffs.ts';
import {
  discardTariff,
  draftTariff,
  listTariffVersions,
  publishTariff,
  retireTariff,
} from './prepare-tariffs.ts';
import type { Subscriptions } from './subscriptions.ts';

export function tariffStaffRoutes(api: Api, deps: Subscriptions): void {
  mount(api, contract.listTariffVersions, async ({ db }) =>
    respond(200, { versions: await listTariffVersions(db) }),
  );
  mount(api, contract.draftTariff, async ({ db, body, audit }) =>
    respond(201, await draftTariff(deps, db, audit, body)),
  );
  mount(api, contract.publishTariff, async ({ db, params, audit }) =>
    respond(200, await publishTariff(deps, db, audit, params.id)),
  );
  mount(api, contract.retireTariff, async ({ db, params, audit }) =>
    respond(200, await retireTariff(deps, db, audit, params.id)),
  );
  mount(api, contract.discardTariff, async ({ db, params, audit }) => {
    await discardTariff(db, audit, params.id);
    return respond(204);
  });
  mount(api, offers.listTariffOffers, async ({ db, params }) =>
    respond(200, { tariffs: await listTariffOffers(db, params.id) }),
  );
  mount(api, offers.setTariffOffers, async ({ db, params, body, audit }) =>
    respond(200, { tariffs: await setTariffOffers(deps, db, audit, params.id, body.tariffs) }),
  );
}
