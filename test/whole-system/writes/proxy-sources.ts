import type { TestApp } from '../../harness.ts';
import { addProxies, createResource, resourcesPath } from '../../proxy-resources.ts';
import { createVia, newCustomer, newStaff, type Write, type Writes } from './write.ts';

const poolPath = '/apix/admin/proxy-sources/';
const oneSource = `${resourcesPath}:name/sources/:id/`;
/** Nothing listens there. */
const source = { name: 'Daily', url: 'http://127.0.0.1:9/list' };
const credentials = { host: '127.0.0.1', password: 'new' };

async function withResource(t: TestApp) {
  const who = await newCustomer(t);
  return { who, params: { name: await createResource(t, who, { uses_pool: false }) } };
}

async function withSource(t: TestApp) {
  const { who, params } = await withResource(t);
  const { id } = await createVia(t, who, `${resourcesPath}${params.name}/sources/`, source);
  return { who, params: { ...params, id } };
}

async function withPoolSource(t: TestApp): Promise<Write> {
  const who = await newStaff(t);
  return { who, params: { id: (await createVia(t, who, poolPath, source)).id } };
}

export const proxySourceWrites: Writes = {
  [`POST ${resourcesPath}:name/sources/`]: async (t) => ({
    ...(await withResource(t)),
    body: source,
  }),
  [`PATCH ${oneSource}`]: async (t) => ({ ...(await withSource(t)), body: { name: 'Weekly' } }),
  [`POST ${oneSource}refresh/`]: withSource,
  [`DELETE ${oneSource}`]: withSource,
  [`POST ${poolPath}`]: async (t) => ({ who: await newStaff(t), body: source }),
  [`PATCH ${poolPath}:id/`]: async (t) => ({
    ...(await withPoolSource(t)),
    body: { name: 'Weekly' },
  }),
  [`POST ${poolPath}:id/refresh/`]: withPoolSource,
  [`DELETE ${poolPath}:id/`]: withPoolSource,
  [`POST ${resourcesPath}:name/proxies/credentials/`]: async (t) => {
    const { who, params } = await withResource(t);
    await addProxies(t, who, params.name, ['127.0.0.1:9:user:word']);
    return { who, params, body: credentials };
  },
  'POST /apix/admin/proxies/credentials/': async (t) => {
    const who = await newStaff(t);
    const text = '127.0.0.9:9:user:word';
    await createVia(t, who, '/apix/admin/proxies/', { text });
    return { who, body: { ...credentials, host: '127.0.0.9' } };
  },
};
