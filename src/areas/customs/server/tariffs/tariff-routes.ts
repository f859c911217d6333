import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import * as staffContract from '../../wire/tariffs/tariff-versions.ts';
import * as contract from '../../wire/tariffs/tariffs.ts';
import type { Customs } from '../customs.ts';
import { listTariffCodes, readCodePage } from './codes/code-page.ts';
import { compareWithInForce } from './versions/difference-store.ts';
import { listTariffsInForce } from './versions/list-tariffs.ts';
import {
  approveTariff,
  findTariffVersion,
  listCustomsTariffVersions,
  publishTariff,
  readTariffVersion,
} from './versions/publish-tariff.ts';

export function tariffRoutes(api: Api, customs: Customs): void {
  mount(api, contract.listCustomsTariffs, async ({ query, request }) => {
    const place = { country: query.destination_country, date: query.date };
    return respondPage(api, { query, request }, (page) => listTariffsInForce(customs, place, page));
  });
  mount(api, contract.listTariffCodes, async ({ db, query, request }) => {
    const { destination_country: country, parent, date } = query;
    return respondPage(api, { query, request }, (page) =>
      listTariffCodes(customs, db, { country, parent, date }, page),
    );
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
  mount(api, staffContract.listCustomsTariffVersions, ({ db, query, request }) =>
    respondPage(api, { query, request }, (page) =>
      listCustomsTariffVersions(customs, db, query, page),
    ),
  );
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
