import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
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
  const siteUrl = api.kernel.config.SITE_URL;
  mount(api, contract.listWebhookDeliveries, async ({ db, actor, query, request }) => {
    const page = toPageRequest(query);
    const { results, total } = await listDeliveries(db, actor, query, page);
    return respond(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
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
