import type { SignedIn, TestApp } from '../../harness.ts';
import { addProxies, createResource, listProxies, resourcesPath } from '../../proxy-resources.ts';
import { send } from '../../requests.ts';
import { createVia, newCustomer, newStaff, uniqueName, type Write, type Writes } from './write.ts';

const poolPath = '/apix/admin/proxies/';
const subUsersPath = `${resourcesPath}:name/sub-users/`;
const oneProxy = `${resourcesPath}:name/proxies/:id/`;
const target = { target_hosts: ['127.0.0.1'] };
let port = 1;
/** Nothing listens there, so that connections fail immediately. */
const nextLine = () => `127.0.0.1:${port++}`;

async function withResource(t: TestApp): Promise<{ who: SignedIn; params: { name: string } }> {
  const who = await newCustomer(t);
  return { who, params: { name: await createResource(t, who, { uses_pool: false }) } };
}

async function withProxy(t: TestApp) {
  const { who, params } = await withResource(t);
  await addProxies(t, who, params.name, [nextLine()]);
  const [proxy] = await listProxies(t, who, params.name);
  return { who, params: { ...params, id: proxy!.id } };
}

async function withSubUser(t: TestApp) {
  const { who, params } = await withResource(t);
  const path = subUsersPath.replace(':name', params.name);
  const { id } = await createVia(t, who, path, { name: uniqueName() });
  return { who, params: { ...params, id: String(id) } };
}

async function withPoolProxy(t: TestApp): Promise<Write> {
  const who = await newStaff(t);
  const line = nextLine();
  await createVia(t, who, poolPath, { text: line });
  const { body } = await send(t, 'GET', `${poolPath}?search=${line}`, undefined, who);
  return { who, params: { id: (body.results as { id: string }[])[0]!.id } };
}

export const proxyWrites: Writes = {
  [`POST ${resourcesPath}`]: async (t) => ({
    who: await newCustomer(t),
    body: () => ({ name: uniqueName(), ...target }),
  }),
  [`PUT ${resourcesPath}:name/`]: async (t) => ({ ...(await withResource(t)), body: target }),
  [`PATCH ${resourcesPath}:name/`]: async (t) => ({
    ...(await withResource(t)),
    body: { title: 'Renamed' },
  }),
  [`DELETE ${resourcesPath}:name/`]: withResource,
  [`POST ${resourcesPath}:name/proxies/`]: async (t) => ({
    ...(await withResource(t)),
    body: () => ({ text: nextLine() }),
  }),
  [`DELETE ${oneProxy}`]: withProxy,
  [`POST ${oneProxy}release/`]: withProxy,
  [`POST ${oneProxy}test/`]: withProxy,
  'POST /apix/data_proxy/proxy/block/': async (t) => {
    const { who, params } = await withProxy(t);
    return { who, body: { resource: params.name, proxy: params.id } };
  },
  [`POST ${resourcesPath}:name/fetch/`]: async (t) => ({
    ...(await withProxy(t)),
    body: { url: 'http://127.0.0.1:9/' },
  }),
  [`POST ${subUsersPath}`]: async (t) => ({
    ...(await withResource(t)),
    body: () => ({ name: uniqueName() }),
  }),
  [`PATCH ${subUsersPath}:id/`]: async (t) => ({
    ...(await withSubUser(t)),
    body: { requests_limit: 5 },
  }),
  [`DELETE ${subUsersPath}:id/`]: withSubUser,
  [`POST ${subUsersPath}:id/rotate/`]: withSubUser,
  [`POST ${poolPath}`]: async (t) => ({
    who: await newStaff(t),
    body: () => ({ text: nextLine() }),
  }),
  [`PATCH ${poolPath}:id/`]: async (t) => ({
    ...(await withPoolProxy(t)),
    body: { is_active: false },
  }),
  [`DELETE ${poolPath}:id/`]: withPoolProxy,
  [`POST ${poolPath}:id/check/`]: withPoolProxy,
};
