import type { Db } from '#kernel/database/database.ts';
import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import * as changes from '../../wire/subscription-changes.ts';
import * as contract from '../../wire/subscriptions.ts';
import * as suspensions from '../../wire/suspensions.ts';
import { missedPeriodRoutes } from '../missed-periods/missed-period-routes.ts';
import {
  cancelSubscription,
  reactivateSubscription,
  removeSubscription,
} from './cancel-subscription.ts';
import { changeSubscription, previewChange } from './changes/change-subscription.ts';
import { listSubscriptions, readCurrent, readSubscription } from './read-subscriptions.ts';
import { serializeSubscription } from './serialize-subscription.ts';
import { previewStart, subscribe } from './subscribe.ts';
import type { SubscriptionRow } from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';
import { resumeSubscription, suspendSubscription } from './suspend-subscription.ts';

export function subscriptionRoutes(api: Api, deps: Subscriptions): void {
  const { work } = deps.kernel;
  missedPeriodRoutes(api, deps);
  const toResponse = async (db: Db, row: SubscriptionRow) =>
    respond(200, await serializeSubscription(deps, db, row));
  mount(api, contract.listSubscriptions, ({ db, actor, query, request }) =>
    respondPage(api, { query, request }, (page) => listSubscriptions(deps, db, actor, query, page)),
  );
  mount(api, changes.subscribe, async ({ actor, body, query, lastWrite }) => {
    if (query.preview)
      return respond(200, await work.read((db) => previewStart(deps, db, actor, body)));
    const write = lastWrite((started: contract.SubscriptionWire) => respond(201, started));
    return respond(201, await subscribe(deps, actor, body, write));
  });
  mount(api, contract.readCurrentSubscription, async ({ db, actor }) =>
    respond(200, await readCurrent(deps, db, actor)),
  );
  mount(api, contract.readSubscription, async ({ db, actor, params }) =>
    respond(200, await readSubscription(deps, db, actor, params.id)),
  );
  for (const endpoint of [changes.patchSubscription, changes.putSubscription])
    mount(api, endpoint, async ({ actor, params, body, query, lastWrite }) => {
      const { id } = params;
      if (query.preview)
        return respond(200, await work.read((db) => previewChange(deps, db, actor, id, body)));
      const write = lastWrite((changed: contract.SubscriptionWire) => respond(200, changed));
      return respond(200, await changeSubscription(deps, actor, id, body, write));
    });
  mount(api, contract.removeSubscription, async ({ db, actor, params }) => {
    await removeSubscription(deps, db, actor, params.id);
    return respond(204);
  });
  mount(api, contract.cancelSubscription, async ({ db, actor, params, body }) =>
    toResponse(db, await cancelSubscription(deps, db, actor, params.id, body)),
  );
  mount(api, contract.reactivateSubscription, async ({ db, actor, params }) =>
    toResponse(db, await reactivateSubscription(deps, db, actor, params.id)),
  );
  mount(api, suspensions.suspendSubscription, async ({ db, params, audit }) =>
    toResponse(db, await suspendSubscription({ deps, tx: db, audit }, params.id)),
  );
  mount(api, suspensions.resumeSubscription, async ({ db, params, audit }) =>
    toResponse(db, await resumeSubscription({ deps, tx: db, audit }, params.id)),
  );
}
