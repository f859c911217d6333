import type { Api } from '#server/http/api.ts';
import { answer, mount } from '#server/http/mount.ts';
import { pageRequestOf, toPage } from '#server/http/pages.ts';
import * as contract from '../../subscription-contract.ts';
import { cancelPlan, reactivatePlan, removeSubscription } from './cancel-plan.ts';
import { changePlan, previewChange } from './change-plan.ts';
import { listSubscriptions, readCurrent, readSubscription } from './read-subscriptions.ts';
import { previewStart, subscribe } from './subscribe.ts';
import type { Subscriptions } from './subscriptions.ts';
import { resumePlan, suspendPlan } from './suspend-plan.ts';

export function subscriptionRoutes(api: Api, deps: Subscriptions): void {
  mount(api, contract.listSubscriptions, async ({ actor, query, request }) => {
    const page = pageRequestOf(query);
    const { results, total } = await listSubscriptions(deps, actor, query, page);
    const origin = { siteUrl: api.kernel.config.SITE_URL, url: request.url };
    return answer(200, toPage(origin, page, total, results));
  });
  mount(api, contract.subscribe, async ({ actor, body, query }) =>
    query.preview
      ? answer(200, await previewStart(deps, actor, body))
      : answer(201, await subscribe(deps, actor, body)),
  );
  mount(api, contract.readCurrentSubscription, async ({ actor }) =>
    answer(200, await readCurrent(deps, actor)),
  );
  mount(api, contract.readSubscription, async ({ actor, params }) =>
    answer(200, await readSubscription(deps, actor, params.id)),
  );
  for (const endpoint of [contract.patchSubscription, contract.putSubscription])
    mount(api, endpoint, async ({ actor, params, body, query }) =>
      answer(200, await (query.preview ? previewChange : changePlan)(deps, actor, params.id, body)),
    );
  mount(api, contract.removeSubscription, async ({ actor, params }) => {
    await removeSubscription(deps, actor, params.id);
    return answer(204);
  });
  mount(api, contract.cancelSubscription, async ({ actor, params, body }) =>
    answer(200, await cancelPlan(deps, actor, params.id, body)),
  );
  mount(api, contract.reactivateSubscription, async ({ actor, params }) =>
    answer(200, await reactivatePlan(deps, actor, params.id)),
  );
  mount(api, contract.suspendSubscription, async ({ params, audit }) =>
    answer(200, await suspendPlan({ deps, audit }, params.id)),
  );
  mount(api, contract.resumeSubscription, async ({ params, audit }) =>
    answer(200, await resumePlan({ deps, audit }, params.id)),
  );
}
