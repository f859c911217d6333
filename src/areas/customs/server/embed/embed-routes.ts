import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import * as contract from '../../wire/embed/embed.ts';
import type { Customs } from '../customs.ts';
import {
  calculateEmbedded,
  type EmbedCaller,
  findEmbedCaller,
  readEmbedForm,
  readSite,
  searchEmbedCodes,
  withinDailyQuota,
} from './calculate-embedded.ts';
import {
  createEmbedKey,
  listEmbedKeys,
  revokeEmbedKey,
  updateEmbedKey,
} from './manage-embed-keys.ts';

/** For pages of any site: these calls use no cookies, and the key names its sites. */
const publicCalls: readonly Endpoint[] = [
  contract.readEmbedForm,
  contract.searchEmbedCodes,
  contract.calculateEmbedded,
];

export function embedRoutes(api: Api, customs: Customs): void {
  keyRoutes(api, customs);
  // Before every refusal, so that a calculator can say why it was refused.
  api.app.addHook('onRequest', (request, reply, done) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint && publicCalls.includes(endpoint))
      reply.header('access-control-allow-origin', '*');
    done();
  });
  mount(api, contract.readEmbedForm, async ({ query, request }) => {
    await findEmbedCaller(customs, query.key, readSite(request.headers));
    return respond(200, await readEmbedForm(customs, query));
  });
  mount(api, contract.searchEmbedCodes, async ({ query, request }) => {
    await findEmbedCaller(customs, query.key, readSite(request.headers));
    return respond(200, await searchEmbedCodes(customs, query));
  });
  mount(api, contract.calculateEmbedded, async ({ query, request }) => {
    const startedMs = performance.now();
    const caller = await findEmbedCaller(customs, query.key, readSite(request.headers));
    const result = await withinDailyQuota(customs, caller.key, async () => {
      const calculated = await calculateEmbedded(customs, query.kind, query.facts);
      await meterForOwner(api, caller, { id: request.id, startedMs });
      return calculated;
    });
    return respond(200, result);
  });
}

function keyRoutes(api: Api, customs: Customs): void {
  mount(api, contract.listEmbedKeys, ({ db, actor, query, request }) =>
    respondPage(api, { query, request }, (page) =>
      listEmbedKeys(customs, db, actor, query.search, page),
    ),
  );
  mount(api, contract.createEmbedKey, async ({ db, actor, body }) =>
    respond(201, await createEmbedKey(customs, db, actor, body)),
  );
  mount(api, contract.updateEmbedKey, async ({ db, actor, params, body }) =>
    respond(200, await updateEmbedKey(customs, db, actor, params.id, body)),
  );
  mount(api, contract.revokeEmbedKey, async ({ db, actor, params }) =>
    respond(200, await revokeEmbedKey(customs, db, actor, params.id)),
  );
}

/**
 * Counts a calculation for the owner of the key like one that the owner makes; one that failed
 * costs nothing. The record names the site in place of the visitor, about whom the owner learns
 * nothing. Throws if the owner's plan is used up.
 */
async function meterForOwner(
  { quota, meter }: Api,
  { actor, site }: EmbedCaller,
  { id: requestId, startedMs }: { id: string; startedMs: number },
): Promise<void> {
  const endpoint = contract.calculateEmbedded;
  const { overageUnits } = await quota.admit(actor, endpoint);
  meter.record({
    actor,
    endpoint,
    status: 200,
    metric: endpoint.metered.metric,
    units: 1,
    overageUnits,
    requestId,
    elapsedMs: performance.now() - startedMs,
    ip: null,
    userAgent: site,
  });
}
