import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
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
  const { clock } = accounts;
  mount(api, contract.listRegisteredApps, ({ db, query, request }) =>
    respondPage(
      api,
      { query, request },
      (page) => listRegisteredApps(db, clock.now(), query, page),
      (rows) => rows.map(serializeRegisteredApp),
    ),
  );
  mount(api, contract.readRegisteredApp, async ({ db, params }) =>
    respond(200, await readRegisteredApp(accounts, db, params.id)),
  );
  mount(api, contract.listAppConnections, async ({ db, params, query, request }) => {
    const now = clock.now();
    await readRegisteredApp(accounts, db, params.id);
    return respondPage(
      api,
      { query, request },
      (page) => listAppConnections(db, { ...params, state: query.state, now }, page),
      (rows) => rows.map((row) => serializeConnection(row, now)),
    );
  });
  mount(api, contract.disableApp, async ({ db, audit, params, body }) =>
    respond(200, await switchApp(accounts, db, audit, { ...params, ...body, isDisabled: true })),
  );
  mount(api, contract.enableApp, async ({ db, audit, params, body }) =>
    respond(200, await switchApp(accounts, db, audit, { ...params, ...body, isDisabled: false })),
  );
}
