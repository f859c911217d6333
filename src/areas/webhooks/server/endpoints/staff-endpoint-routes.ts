import { findAccount } from '#areas/accounts/server/index.ts';
import type { Api } from '#kernel/http/api.ts';
import { apiError } from '#kernel/http/errors.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { commonErrors } from '#lib/endpoint.ts';
import * as contract from '../../wire/staff-endpoints.ts';
import type { Webhooks } from '../webhooks.ts';
import { disableByStaff, listAccountEndpoints } from './staff-endpoints.ts';

export function staffEndpointRoutes(api: Api, webhooks: Webhooks): void {
  mount(api, contract.listUserWebhooks, async ({ db, params }) => {
    if (!(await findAccount(db, params.id))) throw apiError(commonErrors.notFound);
    return respond(200, { endpoints: await listAccountEndpoints(webhooks, db, params.id) });
  });
  mount(api, contract.disableWebhookEndpoint, async ({ db, audit, params, body }) =>
    respond(200, await disableByStaff(webhooks, db, audit, { ...params, ...body })),
  );
}
