import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import * as contract from '../../wire/rates.ts';
import type { Customs } from '../customs.ts';
import { convertCurrency, listRates } from './convert.ts';

export function rateRoutes(api: Api, customs: Customs): void {
  mount(api, contract.listRates, async ({ query }) =>
    respond(200, await listRates(customs, query)),
  );
  mount(api, contract.convertCurrency, async ({ query }) => {
    const from = query.from ?? query.from_currency ?? '';
    const to = query.to ?? query.to_currency ?? '';
    const { amount, date } = query;
    return respond(200, await convertCurrency(customs, { from, to, amount, date }));
  });
}
