import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import * as contract from '../../wire/endpoints.ts';
import type { Webhooks } from '../webhooks.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  readEndpoint,
  rotateEndpointSecret,
} from './endpoints.ts';

export function endpointRoutes(api: Api, webhooks: Webhooks): void {
  const siteUrl = api.kernel.config.SITE_URL;
  mount(api, contract.listWebhookEndpoints, async ({ db, actor, query, request }) => {
    const page = toPageRequest(query);
    const { results, total } = await listEndpoints(webhooks, db, actor, page);
    return respond(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
  mount(api, contract.createWebhookEndpoint, async ({ actor, body, lastWrite }) =>
    respond(
      201,
      await createEndpoint(
        webhooks,
        actor,
        body,
        lastWrite((created) => respond(201, created)),
      ),
    ),
  );
  mount(api, contract.readWebhookEndpoint, async ({ db, actor, params }) =>
    respond(200, await readEndpoint(webhooks, db, actor, params.id)),
  );
  mount(api, contract.patchWebhookEndpoint, async ({ actor, params, body }) =>
    respond(200, await changeEndpoint(webhooks, actor, params.id, body)),
  );
  mount(api, contract.deleteWebhookEndpoint, async ({ db, actor, params }) => {
    await deleteEndpoint(db, actor, params.id);
    return respond(204);
  });
  mount(api, contract.rotateWebhookSecret, async ({ db, actor, params }) =>
    respond(201, await rotateEndpointSecret(webhooks, db, actor, params.id)),
  );
}
