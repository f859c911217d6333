// Assembles the whole product: the kernel's routes, then every area.
import type { FastifyInstance } from 'fastify';
import * as accounts from '#areas/accounts/server/index.ts';
import * as billing from '#areas/billing/server/index.ts';
import * as customs from '#areas/customs/server/index.ts';
import { figureRoutes } from '#areas/figures/server/index.ts';
import * as invoices from '#areas/invoices/server/index.ts';
import * as leads from '#areas/leads/server/index.ts';
import * as ledger from '#areas/ledger/server/index.ts';
import * as payments from '#areas/payments/server/index.ts';
import * as proxy from '#areas/proxy/server/index.ts';
import * as speech from '#areas/speech/server/index.ts';
import { alertOfClock, createStaff, staffRoutes } from '#areas/staff/server/index.ts';
import * as status from '#areas/status/server/index.ts';
import * as support from '#areas/support/server/index.ts';
import * as webhooks from '#areas/webhooks/server/index.ts';
import { mountDevMailbox } from '#kernel/dev-mailbox/dev-mailbox.ts';
import { mountEventStream } from '#kernel/events/event-stream-route.ts';
import { mountFeatures } from '#kernel/features/feature-route.ts';
import { kernelJobs } from '#kernel/housekeeping.ts';
import type { Api } from '#kernel/http/api.ts';
import type { Drain } from '#kernel/http/drain.ts';
import { createGuard } from '#kernel/http/guard.ts';
import type { LoadControl } from '#kernel/http/load/load-control.ts';
import { mountMethodNotAllowed } from '#kernel/http/method-not-allowed.ts';
import { recordCalls } from '#kernel/http/request-log.ts';
import { compressResponses } from '#kernel/http/responses/compression.ts';
import { mountSecurityTxt } from '#kernel/http/security-txt.ts';
import { createServer, type StaticHandler } from '#kernel/http/server.ts';
import { clockWrong } from '#kernel/jobs/right-clock.ts';
import type { HostKernel, Kernel } from '#kernel/kernel.ts';
import { noPages, type Pages } from '#kernel/mcp/docs.ts';
import { mountMcp } from '#kernel/mcp/mcp-route.ts';
import { mountHealth } from '#kernel/observability/health.ts';
import { addInstallationChecks } from '#kernel/observability/installation-checks.ts';
import { addKernelChecks } from '#kernel/observability/kernel-checks.ts';
import { measureRequests, mountMetrics } from '#kernel/observability/metrics.ts';
import { mountSchemas, schemaRoute } from '#kernel/openapi/schema-route.ts';
import { createSummaryProviders, type Meter, type Quota, type Sessions } from '#kernel/ports.ts';
import { resealJob } from '#kernel/sealing/reseal.ts';
import { createShareImages } from '#kernel/share-image/share-images.ts';
import { mountMedia } from '#kernel/storage/media.ts';
import { createUrlSigner } from '#kernel/storage/signed-urls.ts';
import { listEndpoints } from '#lib/api-description.ts';
import { listCustomerEvents } from '#lib/customer-events.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import type { AppConfig } from './app-config.ts';
import { addBackupChecks } from './backups/backup-health.ts';
import { apiDescription, contracts } from './contracts.ts';
import { createDocument } from './openapi-documents.ts';
import { relatedObjects } from './related-objects.ts';
import { mountTestClock, type RestartPlan } from './test-mode/clock/clock-routes.ts';

/** The paths of sign-in, which an overloaded process refuses last. */
export const pathsRefusedLast: ReadonlySet<string> = new Set(
  listEndpoints(contracts)
    .filter(({ endpoint }) => endpoint.refusedLast)
    .map(({ endpoint }) => endpoint.path),
);

/**
 * Opens the areas on a kernel and registers their jobs and event handlers. Call it before jobs
 * start.
 */
export function openAreas(kernel: Kernel<AppConfig>) {
  const summaries = createSummaryProviders(kernel.log);
  const paymentsArea = payments.createPayments(
    kernel,
    ledger.createLedger(kernel),
    invoices.hasBillingCountry,
  );
  const usage = billing.createUsage(kernel);
  const keys = billing.createKeys(kernel, usage);
  const recordAreas = {
    customs: customs.createCustoms(kernel),
    invoices: invoices.createInvoices(kernel, paymentsArea),
    keys,
    payments: paymentsArea,
    proxy: proxy.createProxies(kernel, {
      readResourcesMax: async (db, accountId, now) =>
        (await billing.readEntitlements(db, accountId, now)).limits.max_proxy_resources,
      readKeyNames: (db, accountId) => billing.readKeyNames(keys, db, accountId),
    }),
    speech: speech.createSpeech(kernel, {
      readTranscriptionSeconds: billing.readTranscriptionSeconds,
    }),
    subscriptions: billing.createSubscriptions(kernel, paymentsArea),
  };
  const related = relatedObjects(recordAreas);
  const areas = {
    ...recordAreas,
    accounts: accounts.createAccounts(kernel, summaries),
    summaries,
    related,
    support: support.createSupport(kernel, {
      summaries,
      related,
      hasPrioritySupport: async (db, accountId, now) =>
        (await billing.readEntitlements(db, accountId, now)).features.includes('priority_support'),
    }),
    status: status.createStatus(kernel),
    usage,
    webhooks: webhooks.createWebhooks(kernel, {
      catalogue: listCustomerEvents(contracts),
      hasWebhooks: billing.hasWebhooks,
    }),
  };
  kernel.customerEvents.handle(webhooks.createOutbox(areas.webhooks));
  const plans = billing.subscriptionHandlers(areas.subscriptions);
  kernel.events.handle(accounts.accountRegistered, [plans.registered]);
  kernel.events.handle(accounts.accountDeleted, [
    // First: later changes of the account's objects are not published.
    webhooks.deleteAccountWebhooks,
    payments.deleteAccountData(paymentsArea),
    leads.unlinkAccount,
    customs.deleteAccountData,
    proxy.deleteAccountResources(areas.proxy),
    speech.deleteAccountTexts,
    billing.revokeKeysOfAccount(areas.keys),
    invoices.deleteAccountProfile,
    plans.deleted,
    support.closeTicketsOfAccount(areas.support),
  ]);
  kernel.events.handle(clockWrong, [alertOfClock(kernel)]);
  kernel.events.handle(billing.charged, [invoices.issueSoon(areas.invoices)]);
  const topUps = payments.topUpHandlers(paymentsArea);
  kernel.events.handle(payments.paymentCompleted, [plans.paid, topUps.paid]);
  kernel.events.handle(payments.cardPaymentFailed, [plans.cardFailed, topUps.failed]);
  kernel.events.handle(payments.cardReady, [plans.cardReady, topUps.cardReady]);
  kernel.events.handle(payments.missedPeriodDecided, [plans.missedPeriodDecided]);
  registerJobs(kernel, areas);
  return areas;
}
export type Areas = ReturnType<typeof openAreas>;

function registerJobs(kernel: Kernel<AppConfig>, areas: Areas): void {
  kernelJobs(kernel);
  resealJob(kernel);
  addKernelChecks(kernel);
  addBackupChecks(kernel);
  addInstallationChecks(kernel, () => [
    payments.findProviderUrl(kernel.config),
    kernel.config.SPEECH_API_URL,
    kernel.config.VIES_URL,
  ]);
  accounts.accountJobs(areas.accounts);
  billing.subscriptionJobs(areas.subscriptions);
  billing.keyJobs(areas.keys);
  customs.customsJobs(areas.customs, areas.usage);
  invoices.invoiceJobs(areas.invoices);
  leads.leadJobs(kernel);
  ledger.ledgerJobs(kernel);
  payments.paymentJobs(areas.payments);
  billing.usageJobs(kernel);
  proxy.proxyJobs(areas.proxy);
  speech.speechJobs(areas.speech, areas.usage);
  status.statusJobs(areas.status);
  support.supportJobs(areas.support);
  webhooks.webhookJobs(areas.webhooks);
}

/** Ends the plan of an account and starts the free one. */
function restartPlan({ subscriptions }: Areas): RestartPlan {
  const plans = billing.subscriptionHandlers(subscriptions);
  return async (tx, account) => {
    await plans.deleted(tx, account);
    await plans.registered(tx, account);
  };
}

export async function buildApp(
  kernel: HostKernel,
  areas: Areas,
  options: {
    handleStatic?: StaticHandler;
    pages?: Pages;
    drain?: Drain;
    load?: LoadControl;
    handleTestMode?: StaticHandler | undefined;
    /** Instead of those of the areas. */
    sessions?: Sessions;
    quota?: Quota;
    meter?: Meter;
    /** All other calls are refused with `live_mode_only`. */
    isServed?: (endpoint: Endpoint) => boolean;
  } = {},
): Promise<FastifyInstance> {
  const { config, log, metrics, storage, clock, database, limits } = kernel;
  const shareImages = createShareImages({ config, limits });
  const handleStatic: StaticHandler = (request, response) =>
    shareImages.serveCached(request, response) ||
    (options.handleStatic?.(request, response) ?? false);
  const reportError = kernel.errorReports.report;
  const { drain, load, handleTestMode, isServed } = options;
  const endpoints: Api['endpoints'] = [];
  const app = await createServer({
    config,
    log,
    clock,
    handleStatic,
    handleTestMode,
    reportError,
    load,
    tracing: kernel.telemetry.tracing,
    calls: endpoints,
  });
  const apiKeys = areas.keys.checker;
  const sessions = options.sessions ?? accounts.createSessions(areas.accounts);
  const guard = createGuard({ sessions, apiKeys, ...(isServed && { isServed }) });
  const { quota = areas.usage.quota, meter = areas.usage.meter } = options;
  const api: Api = { app, kernel, guard, quota, meter, endpoints };
  recordCalls(app, { meter, apiKeys, limits });
  measureRequests(app, metrics);
  mountHealth(app, { database, drain, jobs: kernel.jobs, clockWatch: kernel.clockWatch });
  mountMetrics(app, { config, metrics });
  mountSecurityTxt(app, { config, clock });
  mountMedia(app, { storage, urlSigner: createUrlSigner({ config, clock }) });
  shareImages.mount(app);
  mountDevMailbox(app, { config });
  mountSchemas(api, (audience) => createDocument(audience, config.SITE_URL));
  mountAreas(api, areas);
  mountEventStream(api);
  mountFeatures(api);
  mountTestClock(api, restartPlan(areas));
  staffRoutes(api, createStaff(kernel, areas));
  figureRoutes(api);
  mountMcp(app, {
    config,
    log,
    guard,
    limits,
    apiDescription,
    pages: options.pages ?? noPages,
    prompts: [...customs.customsPrompts, ...billing.billingPrompts],
    documents: [customs.rulesDocument],
  });
  mountMethodNotAllowed(app, config, [...api.endpoints, schemaRoute]);
  compressResponses(app);
  return app;
}

function mountAreas(api: Api, areas: Areas): void {
  accounts.accountRoutes(api, areas.accounts);
  billing.keyRoutes(api, areas.keys);
  billing.tariffRoutes(api, areas.subscriptions);
  billing.subscriptionRoutes(api, areas.subscriptions);
  billing.spendingRoutes(api, { ...areas.subscriptions, usage: areas.usage });
  billing.usageRoutes(api);
  billing.chartRoutes(api, areas.subscriptions, areas.summaries);
  customs.customsRoutes(api, areas.customs);
  customs.customsStaffRoutes(api, areas.customs);
  invoices.invoiceAreaRoutes(api, areas.invoices);
  leads.leadRoutes(api, api.kernel);
  payments.paymentAreaRoutes(api, areas.payments, areas.related);
  proxy.proxyRoutes(api, areas.proxy);
  proxy.mountGateway(api, areas.proxy, areas.keys.checker);
  support.supportRoutes(api, areas.support);
  speech.speechRoutes(api, areas.speech);
  status.statusRoutes(api, areas.status);
  webhooks.webhookRoutes(api, areas.webhooks);
}

/** A process that only runs jobs serves health and metrics, and nothing else. */
export async function buildWorkerApp(kernel: HostKernel): Promise<FastifyInstance> {
  const { config, log, clock, clockWatch, metrics, database, jobs } = kernel;
  const app = await createServer({ config, log, clock });
  mountHealth(app, { database, jobs, clockWatch });
  mountMetrics(app, { config, metrics });
  compressResponses(app);
  return app;
}
