import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { pageRequestOf, toPage } from '#kernel/http/pages.ts';
import * as contract from '../contract.ts';
import { auditToCsv, listAuditEntries } from './audit.ts';
import { readStaffOverview } from './overview.ts';
import type { Staff } from './staff.ts';
import { systemRoutes } from './system-routes.ts';
import { fileHeaders, userRoutes } from './user-routes.ts';

export function staffRoutes(api: Api, staff: Staff): void {
  mount(api, contract.readStaffOverview, async ({ db, actor }) =>
    respond(200, await readStaffOverview(staff, db, actor)),
  );
  userRoutes(api, staff);
  systemRoutes(api, staff);
  mount(api, contract.listAuditEntries, async ({ db, query, request }) => {
    if (query.format === 'csv')
      return respond(200, auditToCsv(staff, api.endpoints, query), fileHeaders('audit.csv'));
    const page = pageRequestOf(query);
    const { results, total } = await listAuditEntries(db, api.endpoints, query, page);
    const origin = { siteUrl: api.kernel.config.SITE_URL, url: request.url };
    return respond(200, toPage(origin, page, total, results));
  });
}
