import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import * as contract from '../../wire/incidents.ts';
import type { Status } from '../status.ts';
import { listIncidents, openIncident, readIncident, updateIncident } from './incidents.ts';

export function incidentRoutes(api: Api, status: Status): void {
  mount(api, contract.listIncidents, async ({ db, query, request }) => {
    const filter = { isOpen: query.is_open && query.is_open === 'true' };
    return respondPage(api, { query, request }, (page) => listIncidents(status, db, filter, page));
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
