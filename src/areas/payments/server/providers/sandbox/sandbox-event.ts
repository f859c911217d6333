// The body of the sandbox's webhooks.
import { z } from 'zod';
import type { WebhookEvent } from '../provider.ts';
import type { CardSetupRow } from './sandbox-card-store.ts';
import type { SandboxRecords } from './sandbox-store.ts';

const event = z.object({
  id: z.string().min(1).max(100),
  payment_id: z.string().max(100).nullable(),
  order_id: z.string().max(100).nullable(),
  status: z.string().max(40),
  price_amount: z.string().max(80),
  price_currency: z.string().max(20),
});
const cardEvent = z.object({
  id: z.string().min(1).max(100),
  card_setup_id: z.string().max(100),
  order_id: z.string().max(100),
  status: z.string().max(40),
});

export const writeSandboxEvent = (id: string, { payment }: SandboxRecords, at: Date): string =>
  JSON.stringify({
    id,
    payment_id: payment.provider_payment_id,
    order_id: payment.id,
    status: payment.status,
    price_amount: payment.price_amount,
    price_currency: payment.price_currency,
    pay_amount: payment.pay_amount,
    pay_currency: payment.pay_currency,
    created_at: at.toISOString(),
  });

export const writeCardEvent = (id: string, setup: CardSetupRow, at: Date): string =>
  JSON.stringify({
    id,
    card_setup_id: setup.provider_setup_id,
    order_id: setup.id,
    status: 'card_saved',
    created_at: at.toISOString(),
  });

export function readSandboxEvent(rawBody: Buffer): WebhookEvent | null {
  let json: unknown;
  try {
    json = JSON.parse(rawBody.toString('utf8'));
  } catch {
    return null;
  }
  const saved = cardEvent.safeParse(json);
  if (saved.success) return toCardEvent(saved.data);
  const read = event.safeParse(json);
  if (!read.success) return null;
  const { id, payment_id, order_id, status, price_amount, price_currency } = read.data;
  return {
    eventId: id,
    providerPaymentId: payment_id,
    reference: null,
    orderId: order_id,
    providerStatus: status,
    price: { currency: price_currency, amount: price_amount },
  };
}

const toCardEvent = ({ id, order_id, status }: z.output<typeof cardEvent>): WebhookEvent => ({
  eventId: id,
  providerPaymentId: null,
  reference: null,
  orderId: order_id,
  providerStatus: status,
  price: null,
});
