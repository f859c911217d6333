import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import * as contract from '../../wire/tariffs/hs-codes.ts';
import type { Customs } from '../customs.ts';
import { removeHsCode, saveHsCode } from './saved-codes.ts';
import { searchHsCodes } from './search-hs-codes.ts';

export function hsCodeRoutes(api: Api, customs: Customs): void {
  const { SITE_URL: siteUrl } = api.kernel.config;
  mount(api, contract.searchHsCodes, async ({ db, actor, query, request }) => {
    const page = toPageRequest(query);
    const { search, destination_country: country, saved } = query;
    const filter = { search, country, isSaved: saved === 'true' };
    const { results, total, loaded } = await searchHsCodes(customs, db, actor, filter, page);
    const found = toPage({ siteUrl, url: request.url }, page, total, results);
    return respond(200, { ...found, loaded });
  });
  mount(api, contract.saveHsCode, async ({ db, actor, params, body }) =>
    respond(200, await saveHsCode(customs, db, actor, { code: params.hs_code, ...body })),
  );
  mount(api, contract.removeHsCode, async ({ db, actor, params }) => {
    await removeHsCode(db, actor, params.hs_code);
    return respond(204);
  });
}
