import type { Api } from '#server/http/api.ts';
import { answer, mount } from '#server/http/mount.ts';
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
  mount(api, contract.listTariffVersions, async () =>
    answer(200, { versions: await listTariffVersions(deps) }),
  );
  mount(api, contract.draftTariff, async ({ body, audit }) =>
    answer(201, await draftTariff(deps, audit, body)),
  );
  mount(api, contract.publishTariff, async ({ params, audit }) =>
    answer(200, await publishTariff(deps, audit, params.id)),
  );
  mount(api, contract.retireTariff, async ({ params, audit }) =>
    answer(200, await retireTariff(deps, audit, params.id)),
  );
  mount(api, contract.discardTariff, async ({ params, audit }) => {
    await discardTariff(deps, audit, params.id);
    return answer(204);
  });
  mount(api, offers.listTariffOffers, async ({ params }) =>
    answer(200, { tariffs: await listTariffOffers(deps, params.id) }),
  );
  mount(api, offers.setTariffOffers, async ({ params, body, audit }) =>
    answer(200, { tariffs: await setTariffOffers(deps, audit, params.id, body.tariffs) }),
  );
}
