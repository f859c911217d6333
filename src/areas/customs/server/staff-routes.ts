import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { pageRequestOf, toPage } from '#kernel/http/pages.ts';
import * as contract from '../staff-contract.ts';
import type { Customs } from './customs.ts';
import { compareWithPublished } from './draft-diff.ts';
import * as drafts from './drafts.ts';
import { listHistory, readAnyCalculation } from './find-calculations.ts';

export function customsStaffRoutes(api: Api, customs: Customs): void {
  const { SITE_URL: siteUrl } = api.kernel.config;
  mount(api, contract.listRuleSetVersions, async ({ db, query, request }) => {
    const page = pageRequestOf(query);
    const { results, total } = await drafts.listVersions(customs, db, query, page);
    return respond(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
  mount(api, contract.listCalculationsOf, async ({ db, query, request }) => {
    const page = pageRequestOf(query);
    const filter = { accountId: Number(query.user), kind: query.kind };
    const { results, total } = await listHistory(db, filter, page);
    return respond(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
  mount(api, contract.readCalculationOf, async ({ db, params }) =>
    respond(200, await readAnyCalculation(customs, db, params.id)),
  );
  mount(api, contract.readRuleSetVersion, async ({ db, params }) =>
    respond(200, await drafts.readVersion(customs, db, params.id)),
  );
  mount(api, contract.draftRuleSet, async ({ body, ...by }) =>
    respond(201, await drafts.draftVersion(customs, by, body)),
  );
  mount(api, contract.changeRuleSetDraft, async ({ db, params, body, ...by }) =>
    respond(200, await drafts.changeDraft(customs, db, by, params.id, body)),
  );
  mount(api, contract.proveRuleSetVersion, async ({ db, params, audit }) => {
    const proof = await drafts.proveVersion(db, params.id);
    const after = { problems: proof.problems.length };
    await audit.note(db, { type: 'customs_rule_set', id: params.id, after });
    return respond(200, proof);
  });
  mount(api, contract.compareRuleSetVersion, async ({ db, params }) =>
    respond(200, await compareWithPublished(customs, db, params.id)),
  );
  mount(api, contract.reviewRuleSetDraft, async ({ db, params, body, ...by }) =>
    respond(200, await drafts.reviewDraft(customs, db, by, params.id, body)),
  );
  mount(api, contract.publishRuleSetVersion, async ({ db, params, ...by }) =>
    respond(200, await drafts.publishVersion(customs, db, by, params.id)),
  );
}
