import type { Api } from '#kernel/http/api.ts';
import { addEtags } from '#kernel/http/etags.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { pageRequestOf, toPage } from '#kernel/http/pages.ts';
import type { Actor } from '#kernel/ports.ts';
import * as contract from '../../tariff-contract.ts';
import type { Subscriptions } from './subscriptions.ts';
import { tariffStaffRoutes } from './tariff-staff-routes.ts';
import { listTariffs, readTariff } from './tariffs.ts';

const vary = 'Origin, Authorization, X-API-Key';
/** What a stranger sees is everybody's; what depends on the caller stays with the caller. */
const keptBy = (actor: Actor | null) => ({
  'cache-control': actor ? 'private, max-age=300' : 'public, max-age=300',
  vary,
});

export function tariffRoutes(api: Api, deps: Subscriptions): void {
  tariffStaffRoutes(api, deps);
  addEtags(api.app, [contract.listTariffs, contract.readTariff]);
  mount(api, contract.listTariffs, async ({ db, actor, query, request }) => {
    const page = pageRequestOf(query);
    const { results, total } = await listTariffs(db, actor, query, page);
    const origin = { siteUrl: api.kernel.config.SITE_URL, url: request.url };
    return respond(200, toPage(origin, page, total, results), keptBy(actor));
  });
  mount(api, contract.readTariff, async ({ db, actor, params }) =>
    respond(200, await readTariff(db, actor, params.slug), keptBy(actor)),
  );
}
