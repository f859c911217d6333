import { Readable } from 'node:stream';
import type { Api } from '#kernel/http/api.ts';
import { clientAddress } from '#kernel/http/client-address.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { respondCsv } from '#kernel/http/responses/csv-response.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import * as contract from '../wire/index.ts';
import { fetchThrough } from './forwarding/fetch-through-proxy.ts';
import { blockProxy, releaseProxy } from './health/block-proxies.ts';
import { testProxy } from './health/test-proxy.ts';
import { changeCredentials } from './pool/change-credentials.ts';
import { addOwnProxies, deleteOwnProxy } from './pool/import-proxies.ts';
import {
  checkPoolProxy,
  deletePoolProxy,
  importPool,
  listPool,
  poolToCsv,
  updatePoolProxy,
} from './pool/manage-pool.ts';
import type { Proxies } from './proxies.ts';
import {
  createResource,
  deleteResource,
  editResource,
  listResources,
  readResource,
  requireResource,
} from './resources/manage-resources.ts';
import { listProxies } from './selection/list-proxies.ts';
import { sourceRoutes } from './sources/source-routes.ts';
import { subUserRoutes } from './sub-users/sub-user-routes.ts';
import { listTraffic } from './usage/login-traffic.ts';
import { readStatistics } from './usage/statistics.ts';

export function proxyRoutes(api: Api, proxies: Proxies): void {
  api.app.addHook('onClose', () => proxies.usage.flush());
  resourceRoutes(api, proxies);
  ownProxyRoutes(api, proxies);
  poolRoutes(api, proxies);
  sourceRoutes(api, proxies);
  subUserRoutes(api, proxies);
}

const toOrigin = (api: Api, url: string) => ({ siteUrl: api.kernel.config.SITE_URL, url });

function resourceRoutes(api: Api, proxies: Proxies): void {
  mount(api, contract.listResources, ({ db, actor, query, request }) =>
    respondPage(api, { query, request }, (page) => listResources(proxies, db, actor, query, page)),
  );
  mount(api, contract.createResource, async ({ actor, body, lastWrite }) => {
    const write = lastWrite((resource: contract.ResourceWire) => respond(201, resource));
    return respond(201, await createResource(proxies, actor, body, write));
  });
  mount(api, contract.readResource, async ({ db, actor, params }) =>
    respond(200, await readResource(proxies, db, actor, params.name)),
  );
  mount(api, contract.putResource, async ({ actor, params, body }) =>
    respond(200, await editResource(proxies, actor, params.name, body)),
  );
  mount(api, contract.patchResource, async ({ actor, params, body }) =>
    respond(200, await editResource(proxies, actor, params.name, body)),
  );
  mount(api, contract.deleteResource, async ({ db, actor, params }) => {
    await deleteResource(proxies, db, actor, params.name);
    return respond(204);
  });
  mount(api, contract.readProxyStatistics, async ({ actor, params, query }) =>
    respond(200, await readStatistics(proxies, actor, params.name, query)),
  );
  mount(api, contract.listProxyTraffic, ({ actor, params, query, request }) =>
    respondPage(api, { query, request }, (page) =>
      listTraffic(proxies, actor, params.name, query, page),
    ),
  );
}

function ownProxyRoutes(api: Api, proxies: Proxies): void {
  mount(api, contract.listProxies, async ({ db, actor, params, query, request }) => {
    const page = toPageRequest(query);
    const listed = await listProxies(proxies, db, actor, params.name, query, page);
    const { results, count, pool } = listed;
    if (query.format === 'txt') {
      const text = results.map(({ url }) => `${url}\n`).join('');
      return respond(200, Readable.from([text]));
    }
    const total = { count, isEstimate: false };
    return respond(200, { ...toPage(toOrigin(api, request.url), page, total, results), pool });
  });
  mount(api, contract.addProxies, async ({ actor, params, body }) =>
    respond(200, await addOwnProxies(proxies, actor, params.name, body)),
  );
  mount(api, contract.changeCredentials, async ({ db, actor, params, body }) => {
    const { id } = await requireResource(db, actor, params.name);
    return respond(200, await changeCredentials(proxies, db, id, body));
  });
  mount(api, contract.deleteProxy, async ({ db, actor, params }) => {
    await deleteOwnProxy(proxies, db, actor, params.name, params.id);
    return respond(204);
  });
  mount(api, contract.releaseProxy, async ({ actor, params }) =>
    respond(200, await releaseProxy(proxies, actor, params.name, params.id)),
  );
  mount(api, contract.testProxy, async ({ actor, params }) =>
    respond(200, await testProxy(proxies, actor, params.name, params.id)),
  );
  mount(api, contract.blockProxy, async ({ actor, body }) =>
    respond(200, await blockProxy(proxies, actor, body)),
  );
  mount(api, contract.fetchThrough, async ({ actor, params, body }) =>
    respond(200, await fetchThrough(proxies, actor, params.name, body)),
  );
  mount(api, contract.readEcho, async ({ request }) =>
    respond(200, { address: clientAddress(request) ?? '' }),
  );
}

function poolRoutes(api: Api, proxies: Proxies): void {
  mount(api, contract.listPool, async ({ db, query, request }) => {
    if (query.format === 'csv') return respondCsv('proxies', poolToCsv(proxies, query));
    const page = toPageRequest(query);
    const { results, total, ...rest } = await listPool(proxies, db, query, page);
    return respond(200, { ...toPage(toOrigin(api, request.url), page, total, results), ...rest });
  });
  mount(api, contract.importPool, async ({ body, audit }) =>
    respond(200, await importPool(proxies, body, audit)),
  );
  mount(api, contract.changePoolCredentials, async ({ db, body, audit }) => {
    const result = await changeCredentials(proxies, db, null, body);
    const after = { host: body.host, credentials: 'changed', ...result };
    await audit.record(db, { type: 'proxy', id: 'pool', after });
    return respond(200, result);
  });
  mount(api, contract.patchPoolProxy, async ({ db, params, body, audit }) =>
    respond(200, await updatePoolProxy(proxies, db, params.id, body, audit)),
  );
  mount(api, contract.deletePoolProxy, async ({ db, params, audit }) => {
    await deletePoolProxy(proxies, db, params.id, audit);
    return respond(204);
  });
  mount(api, contract.checkPoolProxy, async ({ params, audit }) =>
    respond(200, await checkPoolProxy(proxies, params.id, audit)),
  );
}
