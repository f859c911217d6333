import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import * as contract from '../../wire/deliveries.ts';
import type { Webhooks } from '../webhooks.ts';
import {
  listDeliveries,
  readDelivery,
  replayDelivery,
  replayFailed,
  sendTestEvent,
} from './deliveries.ts';

export function deliveryRoutes(api: Api, webhooks: Webhooks): void {
  mount(api, contract.listWebhookDeliveries, ({ db, actor, query, request }) =>
    respondPage(api, { query, request }, (page) => listDeliveries(db, actor, query, page)),
  );
  mount(api, contract.readWebhookDelivery, async ({ db, actor, params }) =>
    respond(200, await readDelivery(db, actor, params.id)),
  );
  mount(api, contract.replayWebhookDelivery, async ({ db, actor, params }) =>
    respond(200, await replayDelivery(webhooks, db, actor, params.id)),
  );
  mount(api, contract.replayFailedDeliveries, async ({ db, actor, params, body }) =>
    respond(200, {
      replayed: await replayFailed(webhooks, db, actor, { ...params, ...body }),
    }),
  );
  mount(api, contract.sendTestEvent, async ({ db, actor, params, body }) =>
    respond(201, await sendTestEvent(webhooks, db, actor, { ...params, ...body })),
  );
}
