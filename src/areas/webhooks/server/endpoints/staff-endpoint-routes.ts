import { findAccount } from '#areas/accounts/server/index.ts';
import type { Api } from '#kernel/http/api.ts';
import { apiError } from '#kernel/http/errors.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { commonErrors } from '#lib/endpoint.ts';
import * as contract from '../../wire/staff-endpoints.ts';
import type { Webhooks } from '../webhooks.ts';
import { disableByStaff, listAccountEndpoints, showTo } from './staff-endpoints.ts';

export function staffEndpointRoutes(api: Api, webhooks: Webhooks): void {
  mount(api, contract.listUserWebhooks, async ({ db, actor, params }) => {
    if (!(await findAccount(db, params.id))) throw apiError(commonErrors.notFound);
    const endpoints = await listAccountEndpoints(webhooks, db, params.id);
    return respond(200, { endpoints: endpoints.map((one) => showTo(actor, one)) });
  });
  mount(api, contract.disableWebhookEndpoint, async ({ db, actor, audit, params, body }) => {
    const disabled = await disableByStaff(webhooks, db, audit, { ...params, ...body });
    return respond(200, showTo(actor, disabled));
  });
}
