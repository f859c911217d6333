// Dependencies of the area's use-cases.
import type { Db } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type AddressGuard, createAddressGuard } from '#kernel/outbound/address-guard.ts';
import { createSealer, type Sealer } from '#kernel/sealing/sealer.ts';
import type { CustomerEvent } from '#lib/customer-events.ts';
import type { WebhooksConfig } from './config.ts';
import { createSender, type Sender } from './deliveries/sender.ts';
import { createMetrics } from './metrics.ts';

export type Webhooks = {
  kernel: Kernel<WebhooksConfig>;
  /** Seals the signing secrets. */
  sealer: Sealer;
  guard: AddressGuard;
  sender: Sender;
  catalogue: readonly CataloguedEvent[];
  hasWebhooks: WebhookPorts['hasWebhooks'];
};

export type CataloguedEvent = { area: string; event: CustomerEvent };

export type WebhookPorts = {
  catalogue: readonly CataloguedEvent[];
  /** Whether the account's plan includes webhooks. */
  hasWebhooks(db: Db, accountId: number, now: Date): Promise<boolean>;
};

export function createWebhooks(kernel: Kernel<WebhooksConfig>, ports: WebhookPorts): Webhooks {
  const sealer = createSealer(kernel.config.APP_SECRET, 'webhook-secrets');
  const guard = createAddressGuard({ allowPrivate: kernel.config.WEBHOOKS_ALLOW_PRIVATE });
  const sender = createSender({ kernel, sealer, guard, metrics: createMetrics(kernel) });
  kernel.closing.push({ name: 'webhooks', run: sender.stop });
  return { kernel, sealer, guard, sender, ...ports };
}
