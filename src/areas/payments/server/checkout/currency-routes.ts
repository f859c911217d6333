import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { addEtags } from '#kernel/http/responses/etags.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import * as contract from '../../wire/currencies.ts';
import {
  type CurrencyContext,
  listActiveCodes,
  listCurrencies,
  listDetailed,
  listOffered,
  readCurrency,
} from './currencies.ts';

/** Not per user, but behind a login: browsers may cache it, proxies may not. */
const fresh = { 'cache-control': 'private, max-age=300' };
const stale = { 'cache-control': 'private, no-cache', 'x-data-stale': 'true' };

export function currencyRoutes(api: Api, deps: CurrencyContext): void {
  addEtags(api.app, [
    contract.listCurrencies,
    contract.listOfferedCurrencies,
    contract.listCheckedCurrencies,
    contract.listDetailedCurrencies,
    contract.readCurrency,
  ]);
  mount(api, contract.listCurrencies, async ({ db, query, request }) => {
    const page = toPageRequest(query);
    const { results, total } = await listCurrencies(db, query, page);
    const origin = { siteUrl: api.kernel.config.SITE_URL, url: request.url };
    return respond(200, toPage(origin, page, total, results), fresh);
  });
  mount(api, contract.listOfferedCurrencies, async ({ query }) => {
    const { currencies, isStale } = await listOffered(deps, query.fixed_rate ?? false);
    return respond(200, { currencies }, isStale ? stale : fresh);
  });
  mount(api, contract.listCheckedCurrencies, async ({ db }) => {
    const currencies = await listActiveCodes(deps, db);
    return respond(200, { selectedCurrencies: currencies, currencies }, fresh);
  });
  mount(api, contract.listDetailedCurrencies, async () => {
    const { currencies, isStale } = await listDetailed(deps);
    return respond(200, { currencies }, isStale ? stale : fresh);
  });
  mount(api, contract.readCurrency, async ({ db, params }) =>
    respond(200, await readCurrency(db, params.id), fresh),
  );
}
