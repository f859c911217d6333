import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { addEtags } from '#kernel/http/responses/etags.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import type { Actor } from '#kernel/ports.ts';
import { testModeHeader } from '#lib/test-mode.ts';
import * as offersContract from '../../wire/tariff-offers.ts';
import * as contract from '../../wire/tariffs.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { listTariffOffers, setTariffOffers } from './offer-tariffs.ts';
import { listTariffs, readTariff } from './read-tariffs.ts';
import {
  discardTariff,
  draftTariff,
  listTariffVersions,
  publishTariff,
  retireTariff,
} from './tariff-versions.ts';

const vary = `Origin, Authorization, X-API-Key, ${testModeHeader}`;
/** Responses to anonymous callers are the same for all; others depend on the caller. */
const cacheHeaders = (actor: Actor | null) => ({
  'cache-control': actor ? 'private, max-age=300' : 'public, max-age=300',
  vary,
});

export function tariffRoutes(api: Api, deps: Subscriptions): void {
  tariffStaffRoutes(api, deps);
  addEtags(api.app, [contract.listTariffs, contract.readTariff]);
  mount(api, contract.listTariffs, async ({ db, actor, query, request }) => {
    const page = toPageRequest(query);
    const { results, total } = await listTariffs(db, actor, query, page);
    const origin = { siteUrl: api.kernel.config.SITE_URL, url: request.url };
    return respond(200, toPage(origin, page, total, results), cacheHeaders(actor));
  });
  mount(api, contract.readTariff, async ({ db, actor, params }) =>
    respond(200, await readTariff(db, actor, params.slug), cacheHeaders(actor)),
  );
}

function tariffStaffRoutes(api: Api, deps: Subscriptions): void {
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
  mount(api, offersContract.listTariffOffers, async ({ db, params }) =>
    respond(200, { tariffs: await listTariffOffers(db, params.id) }),
  );
  mount(api, offersContract.setTariffOffers, async ({ db, params, body, audit }) =>
    respond(200, { tariffs: await setTariffOffers(deps, db, audit, params.id, body.tariffs) }),
  );
}
