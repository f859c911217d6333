// The whole product in one list: the kernel's pages, then every area by name.
import type { FastifyInstance } from 'fastify';
import * as accountsContract from '#areas/accounts/contract.ts';
import * as accounts from '#areas/accounts/server/index.ts';
import * as billingContract from '#areas/billing/contract.ts';
import * as billing from '#areas/billing/server/index.ts';
import * as customsContract from '#areas/customs/contract.ts';
import * as customs from '#areas/customs/server/index.ts';
import * as leadsContract from '#areas/leads/contract.ts';
import * as leads from '#areas/leads/server/index.ts';
import * as ledger from '#areas/ledger/server/index.ts';
import * as paymentsContract from '#areas/payments/contract.ts';
import * as payments from '#areas/payments/server/index.ts';
import * as proxyContract from '#areas/proxy/contract.ts';
import * as proxy from '#areas/proxy/server/index.ts';
import * as speechContract from '#areas/speech/contract.ts';
import * as speech from '#areas/speech/server/index.ts';
import * as staffContract from '#areas/staff/contract.ts';
import { openStaff, staffRoutes } from '#areas/staff/server/index.ts';
import * as supportContract from '#areas/support/contract.ts';
import * as support from '#areas/support/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import { mountApiReference, schemaRoute } from '#kernel/api-reference.ts';
import { mountDevMailbox } from '#kernel/dev-mailbox.ts';
import { mountFeatureNotices } from '#kernel/feature-notices.ts';
import { mountHealth } from '#kernel/health.ts';
import { kernelJobs } from '#kernel/housekeeping.ts';
import type { Api } from '#kernel/http/api.ts';
import { compressTexts } from '#kernel/http/compression.ts';
import { createGuard } from '#kernel/http/guard.ts';
import { closeMethods, createServer, type StaticAnswer } from '#kernel/http/server.ts';
import type { HostKernel, Kernel } from '#kernel/kernel.ts';
import { mountLiveEvents } from '#kernel/live-events.ts';
import { measureRequests, mountMetrics } from '#kernel/metrics.ts';
import { printOpenApi } from '#kernel/openapi.ts';
import { openSummaryProviders } from '#kernel/ports.ts';
import { mountSecurityTxt } from '#kernel/security-txt.ts';
import { openShareImages } from '#kernel/share-image/share-images.ts';
import { mountMedia } from '#kernel/storage/media.ts';
import { openUrlSigner } from '#kernel/storage/signed-urls.ts';
import * as featureContract from '#lib/feature-contract.ts';
import * as liveContract from '#lib/live-contract.ts';
import { relatedObjects } from './related-objects.ts';

/** Every area's calls; the OpenAPI document, the docs and the tests' coverage come from here. */
export const contracts = {
  accounts: accountsContract,
  billing: billingContract,
  leads: leadsContract,
  payments: paymentsContract,
  live: liveContract,
  features: featureContract,
  customs: customsContract,
  proxy: proxyContract,
  speech: speechContract,
  staff: staffContract,
  support: supportContract,
};

export const openApiDocument = () =>
  printOpenApi(contracts, {
    title: `${site.name} API`,
    version: site.version,
    description: site.description,
  });

/** Opens the areas on a kernel: their jobs and who listens to whose events. Before jobs start. */
export function openAreas(kernel: Kernel) {
  const summaries = openSummaryProviders(kernel.log);
  const ofPayments = payments.openPayments(kernel, ledger.openLedger(kernel));
  const keys = billing.openKeys(kernel);
  const asked = {
    customs: customs.openCustoms(kernel),
    keys,
    payments: ofPayments,
    proxy: proxy.openProxies(kernel, {
      resourcesMaxOf: async (db, accountId, now) =>
        (await billing.entitlementsOf(db, accountId, now)).limits.max_proxy_resources,
      keyNamesOf: (db, accountId) => billing.nameKeysOf(keys, db, accountId),
    }),
    speech: speech.openSpeech(kernel),
    subscriptions: billing.openSubscriptions(kernel, ofPayments),
  };
  const related = relatedObjects(asked);
  const areas = {
    ...asked,
    accounts: accounts.openAccounts(kernel, summaries),
    summaries,
    related,
    support: support.openSupport(kernel, { summaries, related }),
    usage: billing.openUsage(kernel),
  };
  const plans = billing.subscriptionHandlers(areas.subscriptions);
  kernel.events.handle(accounts.accountRegistered, [plans.registered]);
  kernel.events.handle(accounts.accountDeleted, [
    leads.unlinkAccount,
    customs.forgetAccount,
    proxy.forgetAccount(areas.proxy),
    speech.forgetAccount,
    billing.revokeKeysOfAccount(areas.keys),
    plans.deleted,
    support.closeTicketsOfAccount(areas.support),
  ]);
  kernel.events.handle(payments.paymentCompleted, [plans.paid]);
  kernelJobs(kernel);
  accounts.accountJobs(areas.accounts);
  billing.keyJobs(areas.keys);
  billing.subscriptionJobs(areas.subscriptions);
  billing.usageJobs(kernel);
  customs.customsJobs(areas.customs);
  leads.leadJobs(kernel);
  ledger.ledgerJobs(kernel);
  payments.paymentJobs(areas.payments);
  proxy.proxyJobs(areas.proxy);
  speech.speechJobs(areas.speech);
  support.supportJobs(areas.support);
  return areas;
}
export type Areas = ReturnType<typeof openAreas>;

export async function buildApp(
  kernel: HostKernel,
  areas: Areas,
  options: { answerStatic?: StaticAnswer } = {},
): Promise<FastifyInstance> {
  const { config, log, metrics, storage, clock, database, limits } = kernel;
  const shareImages = openShareImages({ config, limits });
  const answerStatic: StaticAnswer = (request, response) =>
    shareImages.answerKept(request, response) ||
    (options.answerStatic?.(request, response) ?? false);
  const app = await createServer({ config, log, answerStatic });
  const guard = createGuard({
    sessions: accounts.createSessions(areas.accounts),
    apiKeys: areas.keys.checker,
  });
  const { quota, meter } = areas.usage;
  const api: Api = { app, kernel, guard, quota, meter, endpoints: [] };
  measureRequests(app, metrics);
  mountHealth(app, { database });
  mountMetrics(app, { config, metrics });
  mountSecurityTxt(app, { config, clock });
  mountMedia(app, { storage, urlSigner: openUrlSigner({ config, clock }) });
  shareImages.mount(app);
  mountDevMailbox(app, { config });
  mountApiReference(app, { document: openApiDocument, title: `${site.name} API reference` });
  accounts.accountRoutes(api, areas.accounts);
  billing.keyRoutes(api, areas.keys);
  billing.tariffRoutes(api, areas.subscriptions);
  billing.subscriptionRoutes(api, areas.subscriptions);
  billing.usageRoutes(api);
  billing.chartRoutes(api, areas.subscriptions, areas.summaries);
  customs.customsRoutes(api, areas.customs);
  customs.customsStaffRoutes(api, areas.customs);
  leads.leadRoutes(api, kernel);
  payments.paymentAreaRoutes(api, areas.payments, areas.related);
  proxy.proxyRoutes(api, areas.proxy);
  proxy.mountGateway(api, areas.proxy, areas.keys.checker);
  support.supportRoutes(api, areas.support);
  speech.speechRoutes(api, areas.speech);
  mountLiveEvents(api);
  mountFeatureNotices(api);
  staffRoutes(api, openStaff(kernel, areas));
  closeMethods(app, [...api.endpoints, schemaRoute]);
  compressTexts(app);
  return app;
}

/** A process that only works on jobs answers for its health, and nothing else. */
export async function buildWorkerApp(kernel: HostKernel): Promise<FastifyInstance> {
  const { config, log, metrics, database } = kernel;
  const app = await createServer({ config, log });
  mountHealth(app, { database });
  mountMetrics(app, { config, metrics });
  compressTexts(app);
  return app;
}
