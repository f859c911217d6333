import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import * as contract from '../wire/status.ts';
import { mountStatusFeed } from './feed.ts';
import { incidentRoutes } from './incidents/incident-routes.ts';
import type { Status } from './status.ts';

export function statusRoutes(api: Api, status: Status): void {
  mount(api, contract.readStatus, async () => respond(200, await status.reader.read()));
  mount(api, contract.listOpenIncidents, async () => {
    const { incidents } = await status.reader.read();
    return respond(200, { open: incidents.filter(({ resolved_at }) => resolved_at === null) });
  });
  incidentRoutes(api, status);
  mountStatusFeed(api, status);
}
