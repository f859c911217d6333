import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import * as contract from '../../wire/incidents.ts';
import type { Status } from '../status.ts';
import { listIncidents, openIncident, readIncident, updateIncident } from './incidents.ts';

export function incidentRoutes(api: Api, status: Status): void {
  const siteUrl = api.kernel.config.SITE_URL;
  mount(api, contract.listIncidents, async ({ db, query, request }) => {
    const page = toPageRequest(query);
    const filter = { isOpen: query.is_open && query.is_open === 'true' };
    const { results, total } = await listIncidents(status, db, filter, page);
    return respond(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
  mount(api, contract.readIncident, async ({ db, params }) =>
    respond(200, await readIncident(status, db, params.id)),
  );
  mount(api, contract.openIncident, async ({ db, body, ...by }) =>
    respond(201, await openIncident(status, db, by, body)),
  );
  mount(api, contract.updateIncident, async ({ db, params, body, ...by }) =>
    respond(201, await updateIncident(status, db, by, { ...body, ...params })),
  );
}
