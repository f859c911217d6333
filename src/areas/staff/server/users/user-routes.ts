import { readOrigin } from '#areas/accounts/server/index.ts';
import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { respondCsv } from '#kernel/http/responses/csv-response.ts';
import * as contract from '../../wire/users.ts';
import type { Staff } from '../staff.ts';
import { changeRoles, sendCode, signUserOut, suspendUser } from './change-users.ts';
import { eraseUser, erasureReport } from './erase-user.ts';
import { exportUser } from './export-user.ts';
import { exportUsersCsv, listUsers } from './list-users.ts';
import { readUser } from './read-user.ts';

export function userRoutes(api: Api, staff: Staff): void {
  mount(api, contract.listUsers, async ({ db, query, request }) => {
    if (query.format === 'csv') return respondCsv('users', exportUsersCsv(staff, query));
    return respondPage(api, { query, request }, (page) => listUsers(db, query, page));
  });
  mount(api, contract.readUser, async ({ db, params }) =>
    respond(200, await readUser(staff, db, params.id)),
  );
  mount(api, contract.suspendUser, async ({ db, params, body, ...by }) =>
    respond(200, await suspendUser(staff, db, by, params.id, { ...body, isSuspended: true })),
  );
  mount(api, contract.reinstateUser, async ({ db, params, body, ...by }) =>
    respond(200, await suspendUser(staff, db, by, params.id, { ...body, isSuspended: false })),
  );
  mount(api, contract.signUserOut, async ({ db, params, ...by }) => {
    await signUserOut(staff, db, by, params);
    return respond(204);
  });
  mount(api, contract.revokeUserSession, async ({ db, params, ...by }) => {
    await signUserOut(staff, db, by, params);
    return respond(204);
  });
  mount(api, contract.setUserRoles, async ({ db, params, body, ...by }) =>
    respond(200, await changeRoles(staff, db, by, params.id, body.roles)),
  );
  mount(api, contract.sendUserCode, async ({ db, params, request, ...by }) => {
    await sendCode(staff, db, by, params.id, readOrigin(request));
    return respond(204);
  });
  userDataRoutes(api, staff);
}

function userDataRoutes(api: Api, staff: Staff): void {
  mount(api, contract.exportUser, async ({ params, ...by }) =>
    respond(200, await exportUser(staff, by, params.id), {
      'content-disposition': `attachment; filename="user-${params.id}.json"`,
    }),
  );
  mount(api, contract.eraseUser, async ({ params, body, request, lastWrite, ...by }) => {
    const input = { email: body.email, origin: readOrigin(request) };
    const write = lastWrite<string | null>(() => respond(200, erasureReport));
    return respond(200, await eraseUser(staff, by, params.id, input, write));
  });
}
