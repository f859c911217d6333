import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { pageRequestOf, toPage } from '#kernel/http/pages.ts';
import type { Actor } from '#kernel/ports.ts';
import type { StatedInput } from '../calculation-body.ts';
import * as contract from '../contract.ts';
import type { Kind } from './calculate.ts';
import { exportCalculation } from './calculation-csv.ts';
import * as calculations from './calculations.ts';
import { compareScenarios } from './compare-scenarios.ts';
import { convertCurrency, listRates } from './convert.ts';
import type { Customs } from './customs.ts';
import { listCalculations, listHistory, readCalculation, readShared } from './find-calculations.ts';
import { searchHsCodes } from './hs-codes.ts';
import { listRuleSets } from './list-rule-sets.ts';
import { answerCalculationPaper, nameFile } from './paper.ts';
import { removeHsCode, saveHsCode } from './saved-codes.ts';
import { listUnknown } from './unknown-fields.ts';

type Filters = {
  destination_country?: string | undefined;
  hs_code?: string | undefined;
  currency?: string | undefined;
  search?: string | undefined;
  ordering?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
};

const filterOf = (actor: Actor, kind: Kind, query: Filters) => ({
  accountId: actor.accountId,
  kind,
  country: query.destination_country?.toUpperCase(),
  hsCode: query.hs_code,
  currency: query.currency?.toUpperCase(),
  search: query.search,
  ordering: query.ordering,
  createdAfter: query.created_after,
  createdBefore: query.created_before,
});

const isOn = (flag: string | undefined): boolean => flag === 'true' || flag === '1';

function splitWords(body: Record<string, unknown>) {
  const { title, notes, ...facts } = body as { title?: string; notes?: string };
  return { title, notes, facts };
}

/** Both kinds have the same calls; the types are those of one. */
type Calls = typeof contract.vehicleCalls;
type Mounting = { api: Api; customs: Customs; kind: Kind; call: Calls };

function runRoutes({ api, customs, kind, call }: Mounting): void {
  mount(api, call.calculate, async ({ actor, body, query, request }) => {
    const stated = body as unknown as StatedInput;
    const unknown = listUnknown(request.body, body);
    if (isOn(query.preview))
      return respond(200, await calculations.calculateLoosely(customs, kind, stated, unknown));
    const kept = { isSaved: false, unknown };
    return respond(200, await calculations.calculateAndKeep(customs, actor, kind, stated, kept));
  });
  mount(api, call.save, async ({ actor, body, request }) => {
    const { title, notes, facts } = splitWords(body);
    const unknown = listUnknown(request.body, body);
    if ('from_history' in facts) {
      const from_history = Number(facts.from_history);
      const kept = { from_history, title, notes, unknown };
      return respond(201, await calculations.keepRun(customs, actor, kind, kept));
    }
    const kept = { isSaved: true, title, notes, unknown };
    const stated = facts as unknown as StatedInput;
    return respond(201, await calculations.calculateAndKeep(customs, actor, kind, stated, kept));
  });
  mount(api, call.compare, async ({ body, request }) =>
    respond(200, await compareScenarios(customs, kind, body as never, request.body)),
  );
}

function readRoutes({ api, customs, kind, call }: Mounting): void {
  const { SITE_URL: siteUrl } = api.kernel.config;
  mount(api, call.list, async ({ db, actor, query, request }) => {
    const page = pageRequestOf(query);
    const filter = { ...filterOf(actor, kind, query), isSaved: true };
    const { results, total } = await listCalculations(customs, db, filter, page);
    return respond(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
  mount(api, call.history, async ({ db, actor, query, request }) => {
    const page = pageRequestOf(query);
    const filter = filterOf(actor, kind, query);
    const { results, total } = await listHistory(db, filter, page);
    return respond(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
  mount(api, call.read, async ({ db, actor, params, query }) => {
    const calculation = await readCalculation(customs, db, actor, kind, params.id);
    if (query.format !== 'csv') return respond(200, calculation);
    const name = nameFile(calculation, 'csv');
    return respond(200, exportCalculation(calculation), { 'content-disposition': name });
  });
  mount(api, call.pdf, async ({ actor, params, query, request }) => {
    const asked = { kind, id: params.id, signed: query };
    return answerCalculationPaper(customs, actor, asked, request.headers);
  });
}

function changeRoutes({ api, customs, kind, call }: Mounting): void {
  for (const [change, isWhole] of [
    [call.put, true],
    [call.patch, false],
  ] as const) {
    mount(api, change, async ({ actor, params, body, query, request }) => {
      const isOriginal = query.rates === 'original';
      const unknown = listUnknown(request.body, body);
      const asked = { ...splitWords(body), isWhole, isOriginal, unknown };
      return respond(
        200,
        await calculations.changeCalculation(customs, actor, kind, params.id, asked),
      );
    });
  }
  mount(api, call.remove, async ({ db, actor, params }) => {
    await calculations.deleteCalculation(db, actor, kind, params.id);
    return respond(204);
  });
  mount(api, call.share, async ({ db, actor, params }) =>
    respond(200, await calculations.shareCalculation(customs, db, actor, kind, params.id)),
  );
  mount(api, call.unshare, async ({ db, actor, params }) => {
    await calculations.unshareCalculation(db, actor, kind, params.id);
    return respond(204);
  });
}

export function customsRoutes(api: Api, customs: Customs): void {
  const { SITE_URL: siteUrl } = api.kernel.config;
  const goods = contract.goodsCalls as unknown as Calls;
  for (const mounting of [
    { api, customs, kind: 'custom', call: goods },
    { api, customs, kind: 'vehicle', call: contract.vehicleCalls },
  ] as const) {
    runRoutes(mounting);
    readRoutes(mounting);
    changeRoutes(mounting);
  }
  mount(api, contract.readShared, async ({ db, params }) =>
    respond(200, await readShared(customs, db, params.token)),
  );
  mount(api, contract.calculateDemo, async ({ body, request }) => {
    const stated = body as unknown as StatedInput;
    const unknown = listUnknown(request.body, body);
    return respond(200, await calculations.calculateLoosely(customs, 'vehicle', stated, unknown));
  });
  mount(api, contract.listRates, async ({ query }) =>
    respond(200, await listRates(customs, query)),
  );
  mount(api, contract.convertCurrency, async ({ query }) => {
    const from = query.from ?? query.from_currency ?? '';
    const to = query.to ?? query.to_currency ?? '';
    const { amount, date } = query;
    return respond(200, await convertCurrency(customs, { from, to, amount, date }));
  });
  mount(api, contract.listRuleSets, async ({ query, request }) => {
    const page = pageRequestOf(query);
    const { results, total } = await listRuleSets(customs, query, page);
    return respond(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
  codeRoutes(api, customs);
}

function codeRoutes(api: Api, customs: Customs): void {
  const { SITE_URL: siteUrl } = api.kernel.config;
  mount(api, contract.searchHsCodes, async ({ db, actor, query, request }) => {
    const page = pageRequestOf(query);
    const { search, destination_country: country, saved } = query;
    const asked = { search, country, isSaved: isOn(saved) };
    const { results, total } = await searchHsCodes(customs, db, actor, asked, page);
    return respond(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
  mount(api, contract.saveHsCode, async ({ db, actor, params, body }) =>
    respond(200, await saveHsCode(customs, db, actor, { code: params.hs_code, ...body })),
  );
  mount(api, contract.removeHsCode, async ({ db, actor, params }) => {
    await removeHsCode(db, actor, params.hs_code);
    return respond(204);
  });
}
