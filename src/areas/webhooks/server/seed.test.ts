import { expect, test } from 'vitest';
import { createCustomer } from '#test/factories/subscriptions.ts';
import { listDeliveries, readDelivery } from '#test/factories/webhooks.ts';
import { useApp } from '#test/harness.ts';
import { retryDelaysSeconds } from '../wire/webhooks.constants.ts';
import { seedWebhooks } from './seed.ts';

const t = useApp();

test('the demo customer has an endpoint with deliveries, none of which is sent', async () => {
  const demo = await createCustomer(t, 'demo@example.com');
  await seedWebhooks(t.areas.webhooks);
  await seedWebhooks(t.areas.webhooks);
  const deliveries = await listDeliveries(t, demo);
  expect(deliveries.map(({ type, state }) => `${type} ${state}`)).toEqual([
    'ticket.replied delivered',
    'calculation.saved delivered',
    'payment.completed delivered',
    'key.created delivered',
    'payment.completed delivered',
    'batch.finished failed',
  ]);
  expect(deliveries[2]).toMatchObject({ attempts: 2, last_status: 204, last_error: null });
  const delivery = await readDelivery(t, demo, deliveries[5]!.id);
  expect(delivery.attempt_log).toHaveLength(retryDelaysSeconds.length + 1);
  expect(delivery).toMatchObject({ last_error: 'timeout', next_attempt_at: null });
  const sequences = await Promise.all(
    deliveries.map(async ({ id }) => JSON.parse((await readDelivery(t, demo, id)).body).sequence),
  );
  expect(sequences).toEqual([6, 5, 4, 3, 2, 1]);
});
