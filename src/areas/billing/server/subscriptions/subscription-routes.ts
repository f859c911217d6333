import type { Tx } from '#kernel/database/database.ts';
import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { pageRequestOf, toPage } from '#kernel/http/pages.ts';
import * as contract from '../../subscription-contract.ts';
import { cancelPlan, reactivatePlan, removeSubscription } from './cancel-plan.ts';
import { changePlan, previewChange } from './change-plan.ts';
import { listSubscriptions, readCurrent, readSubscription } from './read-subscriptions.ts';
import { previewStart, subscribe } from './subscribe.ts';
import type { SubscriptionRow } from './subscription-store.ts';
import { showSubscription } from './subscription-wire.ts';
import type { Subscriptions } from './subscriptions.ts';
import { resumePlan, suspendPlan } from './suspend-plan.ts';

export function subscriptionRoutes(api: Api, deps: Subscriptions): void {
  const { work } = deps.kernel;
  /** What is shown is read after the commit, when nothing is locked any more. */
  const change = async (act: (tx: Tx) => Promise<SubscriptionRow>) => {
    const row = await work.write(act);
    return respond(200, await work.read((db) => showSubscription(deps, db, row)));
  };
  mount(api, contract.listSubscriptions, async ({ db, actor, query, request }) => {
    const page = pageRequestOf(query);
    const { results, total } = await listSubscriptions(deps, db, actor, query, page);
    const origin = { siteUrl: api.kernel.config.SITE_URL, url: request.url };
    return respond(200, toPage(origin, page, total, results));
  });
  mount(api, contract.subscribe, async ({ actor, body, query }) =>
    query.preview
      ? respond(200, await work.read((db) => previewStart(deps, db, actor, body)))
      : respond(201, await subscribe(deps, actor, body)),
  );
  mount(api, contract.readCurrentSubscription, async ({ db, actor }) =>
    respond(200, await readCurrent(deps, db, actor)),
  );
  mount(api, contract.readSubscription, async ({ db, actor, params }) =>
    respond(200, await readSubscription(deps, db, actor, params.id)),
  );
  for (const endpoint of [contract.patchSubscription, contract.putSubscription])
    mount(api, endpoint, async ({ actor, params, body, query }) =>
      query.preview
        ? respond(200, await work.read((db) => previewChange(deps, db, actor, params.id, body)))
        : respond(200, await changePlan(deps, actor, params.id, body)),
    );
  mount(api, contract.removeSubscription, async ({ db, actor, params }) => {
    await removeSubscription(deps, db, actor, params.id);
    return respond(204);
  });
  mount(api, contract.cancelSubscription, ({ actor, params, body }) =>
    change((tx) => cancelPlan(deps, tx, actor, params.id, body)),
  );
  mount(api, contract.reactivateSubscription, ({ actor, params }) =>
    change((tx) => reactivatePlan(deps, tx, actor, params.id)),
  );
  mount(api, contract.suspendSubscription, ({ params, audit }) =>
    change((tx) => suspendPlan({ deps, tx, audit }, params.id)),
  );
  mount(api, contract.resumeSubscription, ({ params, audit }) =>
    change((tx) => resumePlan({ deps, tx, audit }, params.id)),
  );
}
