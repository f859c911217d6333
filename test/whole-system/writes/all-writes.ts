// Every write of the API, with the objects and the input that it needs.
import { listEndpoints } from '#lib/api-description.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { contracts } from '../../../src/contracts.ts';
import type { TestApp } from '../../harness.ts';
import { accountWrites } from './accounts.ts';
import { billingWrites } from './billing.ts';
import { customsWrites } from './customs.ts';
import { invoiceWrites } from './invoices.ts';
import { leadWrites } from './leads.ts';
import { paymentWrites } from './payments.ts';
import { proxyWrites } from './proxy.ts';
import { proxySourceWrites } from './proxy-sources.ts';
import { speechWrites } from './speech.ts';
import { staffWrites } from './staff.ts';
import { statusWrites } from './status.ts';
import { supportWrites } from './support.ts';
import { testModeWrites } from './test-mode.ts';
import { webhookWrites } from './webhooks.ts';
import type { Write, Writes } from './write.ts';

export const allWrites: Writes = {
  ...accountWrites,
  ...billingWrites,
  ...customsWrites,
  ...invoiceWrites,
  ...leadWrites,
  ...paymentWrites,
  ...proxyWrites,
  ...proxySourceWrites,
  ...speechWrites,
  ...staffWrites,
  ...statusWrites,
  ...supportWrites,
  ...testModeWrites,
  ...webhookWrites,
};

/** By method and path. Throws when there is none. */
export function findEndpoint(name: string): Endpoint {
  const found = listEndpoints(contracts).find(
    ({ endpoint: { method, path } }) => `${method} ${path}` === name,
  );
  if (!found) throw new Error(`There is no ${name}.`);
  return found.endpoint;
}

/** The nth request of a write, for app.inject and fetch. */
export function toRequest(endpoint: Endpoint, write: Write, at: number) {
  const { who, params = {}, query, body, raw } = write;
  const payload = typeof body === 'function' ? body(at) : body;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
  const url = query ? `${path}?${new URLSearchParams(query)}` : path;
  return {
    method: endpoint.method,
    url,
    headers: {
      ...who?.headers,
      ...raw?.headers,
      ...(payload && { 'content-type': 'application/json' }),
    } as Record<string, string>,
    payload: raw?.content ?? (payload && Buffer.from(JSON.stringify(payload))),
  };
}

export async function prepare(t: TestApp, name: string): Promise<Write> {
  const write = allWrites[name];
  if (!write) throw new Error(`Add ${name} to test/writes/.`);
  return write(t);
}
