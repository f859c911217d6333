// Creates resources and proxies of a customer through the API.
import type { AccountFacts } from '#areas/proxy/server/proxies.ts';
import type { SignedIn, TestApp } from './harness.ts';
import { send } from './requests.ts';

export const resourcesPath = '/apix/data_proxy/resources/';
let created = 0;

/** The plan allows one; tests of the plan restore the limit. */
export function allowManyResources(t: TestApp): void {
  t.areas.proxy.readResourcesMax = async () => null;
}

/** For a second instance, without billing. */
export const noAccountFacts: AccountFacts = {
  readResourcesMax: async () => null,
  readKeyNames: async () => new Map(),
};

export async function createResource(
  t: TestApp,
  who: SignedIn,
  change: object = {},
): Promise<string> {
  const body = { name: `shop-${++created}`, target_hosts: ['127.0.0.1'], ...change };
  const reply = await send(t, 'POST', resourcesPath, body, { headers: who.headers });
  if (reply.status !== 201) throw new Error(`no resource: ${JSON.stringify(reply.body)}`);
  return String(reply.body.name);
}

export type ProxyLine = { id: string; host: string; port: number; status: string } & Record<
  string,
  unknown
>;

export async function addProxies(t: TestApp, who: SignedIn, name: string, lines: string[]) {
  const path = `${resourcesPath}${name}/proxies/`;
  const reply = await send(t, 'POST', path, { text: lines.join('\n') }, { headers: who.headers });
  if (reply.body.added !== lines.length)
    throw new Error(`not all were added: ${JSON.stringify(reply.body)}`);
}

export async function listProxies(t: TestApp, who: SignedIn, name: string, query = 'status=all') {
  const path = `${resourcesPath}${name}/proxies/?${query}`;
  const reply = await send(t, 'GET', path, undefined, { headers: who.headers });
  return reply.body.results as ProxyLine[];
}
