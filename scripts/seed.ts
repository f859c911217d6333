// Demo data, so that every screen shows something after an installation. Safe to repeat.
import { seedAccounts } from '#areas/accounts/server/index.ts';
import { seedKeys, seedSubscriptions, seedUsage } from '#areas/billing/server/index.ts';
import { seedCustoms } from '#areas/customs/server/index.ts';
import { seedLeads } from '#areas/leads/server/index.ts';
import { seedPayments } from '#areas/payments/server/index.ts';
import { seedProxies } from '#areas/proxy/server/index.ts';
import { seedTranscripts } from '#areas/speech/server/index.ts';
import { seedSupport } from '#areas/support/server/index.ts';
import { withKernel } from './with-kernel.ts';

await withKernel(async (kernel, areas) => {
  if (kernel.config.isProduction) throw new Error('Demo data does not belong in production.');
  await seedAccounts(kernel);
  await seedKeys(areas.keys);
  await seedLeads(kernel);
  await seedPayments(areas.payments);
  await seedProxies(areas.proxy);
  await seedSubscriptions(areas.subscriptions);
  await seedUsage(kernel);
  await seedCustoms(areas.customs);
  await seedSupport(areas.support);
  await seedTranscripts(areas.speech);
  console.log(
    'Demo data is there. Sign in as demo@example.com (customer) or staff@example.com (admin).',
  );
});
