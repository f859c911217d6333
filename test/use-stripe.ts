// Stripe on this machine for the payments of an app: its webhooks arrive when they are delivered.
import { afterAll, beforeAll } from 'vitest';
import { createProviders } from '#areas/payments/server/providers/providers.ts';
import { sendWebhook } from './factories/payments.ts';
import {
  type FakeStripe,
  type StripeOptions,
  startStripe,
} from './fakes/providers/stripe/stripe.ts';
import type { TestApp } from './harness.ts';

export type UsedStripe = {
  server: FakeStripe;
  /** As after a start with another key. */
  useKey(key?: string): void;
};

export function useStripe(t: TestApp, keys?: NonNullable<StripeOptions['keys']>): UsedStripe {
  const used: UsedStripe = {
    server: undefined as unknown as FakeStripe,
    useKey(key = used.server.settings.STRIPE_SECRET_KEY!) {
      const config = { ...t.kernel.config, ...used.server.settings, STRIPE_SECRET_KEY: key };
      const client = { timeout: 30_000, maxNetworkRetries: 0 };
      t.areas.payments.providers = createProviders({ ...t.kernel, config }, { stripe: client });
    },
  };
  beforeAll(async () => {
    used.server = await startStripe({
      now: () => t.clock.now(),
      send: async (body, headers) => (await sendWebhook(t, body, headers)).status,
      ...(keys && { keys }),
    });
    used.useKey();
  });
  afterAll(() => used.server.close());
  return used;
}
