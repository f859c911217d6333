// The demo data of all areas, in the order of their dependencies. Can be repeated.
import { seedAccounts } from '#areas/accounts/server/index.ts';
import {
  openPastUsage,
  seedCustomers,
  seedKeys,
  seedPlan,
  seedUsage,
} from '#areas/billing/server/index.ts';
import { seedCustoms } from '#areas/customs/server/index.ts';
import { seedCountry, seedInvoices, seedProfile } from '#areas/invoices/server/index.ts';
import { seedLeads } from '#areas/leads/server/index.ts';
import { seedPayments } from '#areas/payments/server/index.ts';
import { seedProxies } from '#areas/proxy/server/index.ts';
import { seedTranscripts } from '#areas/speech/server/index.ts';
import { seedStatus } from '#areas/status/server/index.ts';
import { seedSupport } from '#areas/support/server/index.ts';
import { seedWebhooks } from '#areas/webhooks/server/index.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Areas } from './app.ts';

export async function seedEverything(kernel: Kernel, areas: Areas): Promise<void> {
  const past = openPastUsage(kernel);
  await seedAccounts(kernel);
  await seedKeys(areas.keys);
  await seedLeads(kernel);
  await seedProfile(areas.invoices);
  await seedPayments(areas.payments, (payments, accountId, plan) =>
    seedPlan(areas.subscriptions, payments, accountId, plan),
  );
  await seedProxies(areas.proxy, past.recordAt);
  await seedCustomers(areas.subscriptions, areas.keys, past.recordAt, seedCountry);
  await seedInvoices(areas.invoices);
  await seedUsage(kernel, past.recordAt);
  await past.store();
  const calculationId = await seedCustoms(areas.customs);
  await seedSupport(areas.support, calculationId);
  await seedTranscripts(areas.speech);
  await seedWebhooks(areas.webhooks);
  await seedStatus(areas.status);
}
