// Webhooks of NOWPayments ("IPN").
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { parseExactly, stringifySorted } from '../decimal-json.ts';
import type { WebhookEvent, WebhookHeaders } from '../provider.ts';
import { ourCode, responses } from './nowpayments-responses.ts';

/**
 * NOWPayments signs its JSON after sorting the keys, but not always in the same way: with all keys
 * sorted, as in the sample of its documentation (which drops nested keys), or as sent; with numbers
 * as written or as formatted by JavaScript. All variants need the secret, so any of them is
 * accepted. Every variant is compared, in constant time.
 */
function isSigned(secret: string, signature: string, rawBody: Buffer, body: string): boolean {
  const received = Buffer.from(signature, 'hex');
  let isSigned = false;
  for (const form of [rawBody, ...listForms(body)]) {
    const expected = createHmac('sha512', secret).update(form).digest();
    const isEqual = received.length === expected.length && timingSafeEqual(received, expected);
    isSigned = isEqual || isSigned;
  }
  return isSigned;
}

function listForms(body: string): string[] {
  const json: unknown = JSON.parse(body);
  const keys = typeof json === 'object' && json !== null ? Object.keys(json).sort() : [];
  return [stringifySorted(parseExactly(body)), stringifySorted(json), JSON.stringify(json, keys)];
}

export function readIpn(
  secret: string,
  headers: WebhookHeaders,
  rawBody: Buffer,
): WebhookEvent | null {
  const signature = headers['x-nowpayments-sig'];
  if (typeof signature !== 'string' || !/^[0-9a-fA-F]{128}$/.test(signature)) return null;
  try {
    const body = rawBody.toString('utf8');
    if (!isSigned(secret, signature, rawBody, body)) return null;
    return toEvent(parseExactly(body), rawBody);
  } catch {
    // Invalid JSON, or nested too deeply: not from NOWPayments.
    return null;
  }
}

function toEvent(json: unknown, rawBody: Buffer): WebhookEvent {
  const digest = createHash('sha256').update(rawBody).digest('hex');
  const read = responses.payment.safeParse(json);
  if (!read.success)
    return {
      eventId: digest,
      providerPaymentId: null,
      reference: null,
      orderId: null,
      providerStatus: '',
      price: null,
    };
  const { payment_id, parent_payment_id, payment_status, updated_at, ...rest } = read.data;
  return {
    eventId: `${payment_id}:${payment_status}:${updated_at?.getTime() ?? digest}`,
    // A repeated deposit belongs to the payment of its address; 0 means no parent.
    providerPaymentId:
      parent_payment_id && parent_payment_id !== '0' ? parent_payment_id : payment_id,
    reference: null,
    orderId: rest.order_id,
    providerStatus: payment_status,
    price: { currency: ourCode(rest.price_currency), amount: rest.price_amount },
  };
}
