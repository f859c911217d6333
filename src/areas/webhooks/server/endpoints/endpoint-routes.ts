import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
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
  mount(api, contract.listWebhookEndpoints, ({ db, actor, query, request }) =>
    respondPage(api, { query, request }, (page) => listEndpoints(webhooks, db, actor, page)),
  );
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
