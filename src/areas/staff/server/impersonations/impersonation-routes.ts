import { readOrigin } from '#areas/accounts/server/index.ts';
import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import * as contract from '../../wire/impersonations.ts';
import type { Staff } from '../staff.ts';
import { endImpersonation, listImpersonations, startImpersonation } from './impersonations.ts';

export function impersonationRoutes(api: Api, staff: Staff): void {
  mount(api, contract.listImpersonations, ({ db, query, request }) =>
    respondPage(api, { query, request }, (page) => listImpersonations(db, page)),
  );
  mount(api, contract.startImpersonation, async ({ db, body, request, ...by }) => {
    const input = { ...body, origin: readOrigin(request) };
    return respond(201, await startImpersonation(staff, db, by, input));
  });
  mount(api, contract.endImpersonation, async ({ db, params, ...by }) => {
    await endImpersonation(staff, db, by, params.id);
    return respond(204);
  });
}
