import { deliveriesPath, endpointsPath } from '../../factories/webhooks.ts';
import type { TestApp } from '../../harness.ts';
import { createVia, newCustomer, newStaff, type Write, type Writes } from './write.ts';

const url = 'https://93.184.216.34/hooks';
const type = 'payment.completed';

async function newPaidCustomer(t: TestApp) {
  const who = await newCustomer(t);
  await createVia(t, who, '/apix/billing/subscriptions/', { tariff: 'starter' });
  return who;
}

async function withEndpoint(t: TestApp): Promise<Write & { params: { id: string } }> {
  const who = await newPaidCustomer(t);
  const { id } = await createVia(t, who, endpointsPath, { url });
  return { who, params: { id } };
}

export const webhookWrites: Writes = {
  [`POST ${endpointsPath}`]: async (t) => ({ who: await newPaidCustomer(t), body: { url } }),
  [`PATCH ${endpointsPath}:id/`]: async (t) => ({
    ...(await withEndpoint(t)),
    body: { description: 'Orders' },
  }),
  [`DELETE ${endpointsPath}:id/`]: withEndpoint,
  [`POST ${endpointsPath}:id/rotate/`]: withEndpoint,
  [`POST ${endpointsPath}:id/test/`]: async (t) => ({
    ...(await withEndpoint(t)),
    body: { type },
  }),
  [`POST ${endpointsPath}:id/replay/`]: async (t) => ({
    ...(await withEndpoint(t)),
    body: { since: '2026-01-01T00:00:00Z' },
  }),
  [`POST ${deliveriesPath}:id/replay/`]: async (t) => {
    const { who, params } = await withEndpoint(t);
    const { id } = await createVia(t, who!, `${endpointsPath}${params.id}/test/`, { type });
    return { who, params: { id } };
  },
  'POST /apix/admin/webhook-endpoints/:id/disable/': async (t) => ({
    ...(await withEndpoint(t)),
    who: await newStaff(t, 'support'),
    body: { reason: 'It floods a neighbour.' },
  }),
};
