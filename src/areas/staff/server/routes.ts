import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { respondCsv } from '#kernel/http/responses/csv-response.ts';
import * as contract from '../wire/index.ts';
import { exportAuditCsv, listAuditEntries } from './audit/list-audit-entries.ts';
import { impersonationRoutes } from './impersonations/impersonation-routes.ts';
import { listOpenWork } from './open-work.ts';
import { readStaffOverview } from './overview.ts';
import { searchAsStaff } from './search.ts';
import type { Staff } from './staff.ts';
import { systemRoutes } from './system/system-routes.ts';
import { userRoutes } from './users/user-routes.ts';

export function staffRoutes(api: Api, staff: Staff): void {
  mount(api, contract.readStaffOverview, async ({ db, actor }) =>
    respond(200, await readStaffOverview(staff, db, actor)),
  );
  mount(api, contract.listOpenWork, async ({ db, actor }) =>
    respond(200, await listOpenWork(staff, db, actor)),
  );
  mount(api, contract.searchStaffRecords, async ({ db, actor, query }) =>
    respond(200, await searchAsStaff(staff, db, actor, query.search)),
  );
  userRoutes(api, staff);
  impersonationRoutes(api, staff);
  systemRoutes(api, staff);
  mount(api, contract.listAuditEntries, async ({ db, actor, query, request }) => {
    if (query.format === 'csv')
      return respondCsv('audit', exportAuditCsv(staff, actor, { endpoints: api.endpoints, query }));
    return respondPage(api, { query, request }, (page) =>
      listAuditEntries(staff, db, actor, {
        endpoints: api.endpoints,
        query,
        page,
      }),
    );
  });
}
