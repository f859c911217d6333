// The list of currencies as a metered call. METERED=on looks up the key, checks the call against
// the plan and records it; otherwise the actor is fixed and nothing is counted.
import { createKeys, createUsage } from '#areas/billing/server/index.ts';
import { listCurrencies } from '#areas/payments/server/checkout/currencies.ts';
import { listCurrencies as listContract } from '#areas/payments/wire/currencies.ts';
import { readConfig } from '#kernel/config.ts';
import type { Api } from '#kernel/http/api.ts';
import { createGuard } from '#kernel/http/guard.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { recordCalls } from '#kernel/http/request-log.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import { createServer } from '#kernel/http/server.ts';
import { createLogger } from '#kernel/observability/logging.ts';
import { openKernel } from '#kernel/open-kernel.ts';
import { type Actor, noopMeter, unlimitedQuota } from '#kernel/ports.ts';
import { closeOnSignals } from '#kernel/shutdown.ts';
import { endpoint } from '#lib/endpoint.ts';

const listMetered = endpoint({
  ...listContract,
  path: '/apix/bench/currencies/',
  permission: { key: 'customs' },
  metered: { group: 'customs' },
});
const fixedActor: Actor = {
  accountId: 1,
  roles: [],
  status: 'active',
  via: 'key',
  keyId: '00000000-0000-7000-8000-000000000001',
  scopes: ['customs'],
};

const config = readConfig(process.env);
const log = createLogger(config);
const { kernel, closing } = await openKernel(config, log);
const usage = createUsage(kernel);
const isMetered = process.env.METERED === 'on';
const app = await createServer({ config, log });
const apiKeys = isMetered ? createKeys(kernel, usage).checker : { check: async () => fixedActor };
if (isMetered) recordCalls(app, { meter: usage.meter, apiKeys, limits: kernel.limits });
const api: Api = {
  app,
  kernel,
  endpoints: [],
  guard: createGuard({ sessions: { check: async () => null }, apiKeys }),
  quota: isMetered ? usage.quota : unlimitedQuota,
  meter: isMetered ? usage.meter : noopMeter,
};
// Both have the same rate limit and the same number of callers.
const { limits } = kernel;
kernel.limits = {
  ...limits,
  consume: (limit) => limits.consume({ ...limit, points: 1e9 }, 'bench'),
};
mount(api, listMetered, async ({ query, request }) => {
  const page = toPageRequest(query);
  const { results, total } = await kernel.work.replica((db) => listCurrencies(db, query, page));
  const origin = { siteUrl: config.SITE_URL, url: request.url };
  return respond(200, toPage(origin, page, total, results));
});
closeOnSignals({ steps: [{ name: 'http', run: () => app.close() }, ...closing], log });
await app.listen({ host: '127.0.0.1', port: config.PORT });
