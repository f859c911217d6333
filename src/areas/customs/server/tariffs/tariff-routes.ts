import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import * as staffContract from '../../wire/tariff-versions.ts';
import * as contract from '../../wire/tariffs.ts';
import type { Customs } from '../customs.ts';
import { listTariffCodes, readCodePage } from './code-page.ts';
import { compareWithInForce } from './difference-store.ts';
import { listTariffsInForce } from './list-tariffs.ts';
import {
  approveTariff,
  findTariffVersion,
  listCustomsTariffVersions,
  publishTariff,
  readTariffVersion,
} from './publish-tariff.ts';

export function tariffRoutes(api: Api, customs: Customs): void {
  const { SITE_URL: siteUrl } = api.kernel.config;
  mount(api, contract.listCustomsTariffs, async ({ query, request }) => {
    const page = toPageRequest(query);
    const place = { country: query.destination_country, date: query.date };
    const { results, total } = await listTariffsInForce(customs, place, page);
    return respond(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
  mount(api, contract.listTariffCodes, async ({ db, query, request }) => {
    const page = toPageRequest(query);
    const { destination_country: country, parent, date } = query;
    const { results, total } = await listTariffCodes(customs, db, { country, parent, date }, page);
    return respond(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
  mount(api, contract.readTariffCode, async ({ db, actor, params, query }) => {
    const { destination_country: country, origin_country: origin, date } = query;
    return respond(
      200,
      await readCodePage(customs, db, actor, { code: params.code, country, origin, date }),
    );
  });
}

export function tariffStaffRoutes(api: Api, customs: Customs): void {
  const { SITE_URL: siteUrl } = api.kernel.config;
  mount(api, staffContract.listCustomsTariffVersions, async ({ db, query, request }) => {
    const page = toPageRequest(query);
    const { results, total } = await listCustomsTariffVersions(customs, db, query, page);
    return respond(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
  mount(api, staffContract.readTariffVersion, async ({ db, params }) =>
    respond(200, await readTariffVersion(customs, db, params.id)),
  );
  mount(api, staffContract.compareTariffVersion, async ({ db, params }) =>
    respond(200, await compareWithInForce(db, await findTariffVersion(db, params.id))),
  );
  mount(api, staffContract.approveTariffVersion, async ({ db, params, ...context }) =>
    respond(200, await approveTariff(customs, db, context, params.id)),
  );
  mount(api, staffContract.publishTariffVersion, async ({ db, params, ...context }) =>
    respond(200, await publishTariff(customs, db, context, params.id)),
  );
}
