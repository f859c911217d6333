import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { whileConnected } from '#kernel/http/while-connected.ts';
import * as contract from '../../wire/rule-sets/rule-set-versions.ts';
import { listRuleSets } from '../../wire/rule-sets/rule-sets.ts';
import { listRuleSources } from '../../wire/rule-sets/rule-sources.ts';
import type { Customs } from '../customs.ts';
import { checkRules } from './check-rules.ts';
import { compareWithPublished } from './compare-versions.ts';
import {
  changeDraft,
  draftVersion,
  listVersions,
  publishVersion,
  readVersion,
  reviewDraft,
  validateVersion,
} from './drafts.ts';
import { listRuleSetsInForce } from './list-rule-sets.ts';
import { listSources } from './rule-sources.ts';

export function ruleSetRoutes(api: Api, customs: Customs): void {
  mount(api, listRuleSets, ({ query, request }) =>
    respondPage(api, { query, request }, (page) => listRuleSetsInForce(customs, query, page)),
  );
}

export function ruleSetStaffRoutes(api: Api, customs: Customs): void {
  mount(api, contract.listRuleSetVersions, ({ db, query, request }) =>
    respondPage(api, { query, request }, (page) => listVersions(customs, db, query, page)),
  );
  mount(api, listRuleSources, ({ db, query, request }) =>
    respondPage(api, { query, request }, (page) => listSources(customs, db, query, page)),
  );
  mount(api, contract.readRuleSetVersion, async ({ db, params }) =>
    respond(200, await readVersion(customs, db, params.id)),
  );
  mount(api, contract.draftRuleSet, async ({ body, lastWrite, ...context }) => {
    const write = lastWrite((details: contract.RuleSetVersionDetailsWire) => respond(201, details));
    return respond(201, await draftVersion(customs, context, body, write));
  });
  mount(api, contract.changeRuleSetDraft, async ({ db, params, body, ...context }) =>
    respond(200, await changeDraft(customs, db, context, params.id, body)),
  );
  mount(api, contract.checkRules, ({ db, body, request }) =>
    whileConnected(request, async (signal) =>
      respond(200, await checkRules(customs, db, body.rules, signal)),
    ),
  );
  mount(api, contract.validateRuleSetVersion, async ({ db, params, audit }) => {
    const validation = await validateVersion(customs, db, params.id);
    const after = { problems: validation.problems.length };
    await audit.record(db, { type: 'customs_rule_set', id: params.id, after });
    return respond(200, validation);
  });
  mount(api, contract.compareRuleSetVersion, async ({ db, params }) =>
    respond(200, await compareWithPublished(customs, db, params.id)),
  );
  const toChanged = (details: contract.RuleSetVersionDetailsWire) => respond(200, details);
  mount(api, contract.reviewRuleSetDraft, async ({ params, body, lastWrite, ...context }) =>
    toChanged(await reviewDraft(customs, context, params.id, body, lastWrite(toChanged))),
  );
  mount(api, contract.publishRuleSetVersion, async ({ params, lastWrite, ...context }) =>
    toChanged(await publishVersion(customs, context, params.id, lastWrite(toChanged))),
  );
}
