import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import * as contract from '../../wire/staff-apps.ts';
import type { Accounts } from '../accounts.ts';
import {
  readRegisteredApp,
  serializeConnection,
  serializeRegisteredApp,
  switchApp,
} from './staff-apps.ts';
import { listAppConnections, listRegisteredApps } from './staff-apps-store.ts';

export function staffAppRoutes(api: Api, accounts: Accounts): void {
  const { clock, config } = accounts;
  mount(api, contract.listRegisteredApps, async ({ db, query, request }) => {
    const page = toPageRequest(query);
    const found = await listRegisteredApps(db, clock.now(), query, page);
    const at = { siteUrl: config.SITE_URL, url: request.url };
    return respond(200, toPage(at, page, found.total, found.rows.map(serializeRegisteredApp)));
  });
  mount(api, contract.readRegisteredApp, async ({ db, params }) =>
    respond(200, await readRegisteredApp(accounts, db, params.id)),
  );
  mount(api, contract.listAppConnections, async ({ db, params, query, request }) => {
    const page = toPageRequest(query);
    const now = clock.now();
    await readRegisteredApp(accounts, db, params.id);
    const found = await listAppConnections(db, { ...params, state: query.state, now }, page);
    const at = { siteUrl: config.SITE_URL, url: request.url };
    const results = found.rows.map((row) => serializeConnection(row, now));
    return respond(200, toPage(at, page, found.total, results));
  });
  mount(api, contract.disableApp, async ({ db, audit, params, body }) =>
    respond(200, await switchApp(accounts, db, audit, { ...params, ...body, isDisabled: true })),
  );
  mount(api, contract.enableApp, async ({ db, audit, params, body }) =>
    respond(200, await switchApp(accounts, db, audit, { ...params, ...body, isDisabled: false })),
  );
}
