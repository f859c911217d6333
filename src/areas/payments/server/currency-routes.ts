import type { Api } from '#kernel/http/api.ts';
import { addEtags } from '#kernel/http/etags.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { pageRequestOf, toPage } from '#kernel/http/pages.ts';
import * as contract from '../contract.ts';
import {
  type CurrencyDeps,
  listChecked,
  listCurrencies,
  listDetailed,
  listOffered,
  readCurrency,
} from './currencies.ts';

/** The same for everybody who may see it, so a browser may keep it, and nobody between. */
const kept = { 'cache-control': 'private, max-age=300' };
const stale = { 'cache-control': 'private, no-cache', 'x-data-stale': 'true' };

export function currencyRoutes(api: Api, deps: CurrencyDeps): void {
  addEtags(api.app, [
    contract.listCurrencies,
    contract.listOfferedCurrencies,
    contract.listCheckedCurrencies,
    contract.listDetailedCurrencies,
    contract.readCurrency,
  ]);
  mount(api, contract.listCurrencies, async ({ db, query, request }) => {
    const page = pageRequestOf(query);
    const { results, total } = await listCurrencies(db, query, page);
    const origin = { siteUrl: api.kernel.config.SITE_URL, url: request.url };
    return respond(200, toPage(origin, page, total, results), kept);
  });
  mount(api, contract.listOfferedCurrencies, async ({ query }) => {
    const { currencies, isStale } = await listOffered(deps, query.fixed_rate ?? false);
    return respond(200, { currencies }, isStale ? stale : kept);
  });
  mount(api, contract.listCheckedCurrencies, async ({ db }) => {
    const currencies = await listChecked(deps, db);
    return respond(200, { selectedCurrencies: currencies, currencies }, kept);
  });
  mount(api, contract.listDetailedCurrencies, async () => {
    const { currencies, isStale } = await listDetailed(deps);
    return respond(200, { currencies }, isStale ? stale : kept);
  });
  mount(api, contract.readCurrency, async ({ db, params }) =>
    respond(200, await readCurrency(db, params.id), kept),
  );
}
