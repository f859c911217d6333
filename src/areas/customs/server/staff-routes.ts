import type { Api } from '#server/http/api.ts';
import { answer, mount } from '#server/http/mount.ts';
import { pageRequestOf, toPage } from '#server/http/pages.ts';
import * as contract from '../staff-contract.ts';
import { listHistory, readAnyCalculation } from './calculations.ts';
import type { Customs } from './customs.ts';
import { compareWithPublished } from './draft-diff.ts';
import * as drafts from './drafts.ts';

export function customsStaffRoutes(api: Api, customs: Customs): void {
  const { SITE_URL: siteUrl } = api.kernel.config;
  mount(api, contract.listRuleSetVersions, async ({ query, request }) => {
    const page = pageRequestOf(query);
    const { results, total } = await drafts.listVersions(customs, query, page);
    return answer(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
  mount(api, contract.listCalculationsOf, async ({ query, request }) => {
    const page = pageRequestOf(query);
    const filter = { accountId: Number(query.user), kind: query.kind };
    const { results, total } = await listHistory(customs, filter, page);
    return answer(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
  mount(api, contract.readCalculationOf, async ({ params }) =>
    answer(200, await readAnyCalculation(customs, params.id)),
  );
  mount(api, contract.readRuleSetVersion, async ({ params }) =>
    answer(200, await drafts.readVersion(customs, params.id)),
  );
  mount(api, contract.draftRuleSet, async ({ body, ...by }) =>
    answer(201, await drafts.draftVersion(customs, by, body)),
  );
  mount(api, contract.changeRuleSetDraft, async ({ params, body, ...by }) =>
    answer(200, await drafts.changeDraft(customs, by, params.id, body)),
  );
  mount(api, contract.proveRuleSetVersion, async ({ params, audit }) => {
    const proof = await drafts.proveVersion(customs, params.id);
    const after = { problems: proof.problems.length };
    const { database } = api.kernel;
    await audit.note(database.write, { type: 'customs_rule_set', id: params.id, after });
    return answer(200, proof);
  });
  mount(api, contract.compareRuleSetVersion, async ({ params }) =>
    answer(200, await compareWithPublished(customs, params.id)),
  );
  mount(api, contract.reviewRuleSetDraft, async ({ params, body, ...by }) =>
    answer(200, await drafts.reviewDraft(customs, by, params.id, body)),
  );
  mount(api, contract.publishRuleSetVersion, async ({ params, ...by }) =>
    answer(200, await drafts.publishVersion(customs, by, params.id)),
  );
}
