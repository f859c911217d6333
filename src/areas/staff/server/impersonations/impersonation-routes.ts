import { readOrigin } from '#areas/accounts/server/index.ts';
import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import * as contract from '../../wire/impersonations.ts';
import type { Staff } from '../staff.ts';
import { endImpersonation, listImpersonations, startImpersonation } from './impersonations.ts';

export function impersonationRoutes(api: Api, staff: Staff): void {
  const siteUrl = api.kernel.config.SITE_URL;
  mount(api, contract.listImpersonations, async ({ db, query, request }) => {
    const page = toPageRequest(query);
    const { results, total } = await listImpersonations(db, page);
    return respond(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
  mount(api, contract.startImpersonation, async ({ db, body, request, ...by }) => {
    const input = { ...body, origin: readOrigin(request) };
    return respond(201, await startImpersonation(staff, db, by, input));
  });
  mount(api, contract.endImpersonation, async ({ db, params, ...by }) => {
    await endImpersonation(staff, db, by, params.id);
    return respond(204);
  });
}
