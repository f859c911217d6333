// Events as webhooks: signed, and sent in the order, as often and as late as it is wanted.
import { createHmac } from 'node:crypto';
import { loadStripe } from '#areas/payments/server/providers/stripe/stripe-sdk.ts';
import type { StripeObject } from './objects.ts';
import { type Account, create } from './state.ts';

export type Send = (body: string, headers: Record<string, string>) => Promise<number>;
export type Delivery = {
  /** How often each event is sent. */
  copies?: number;
  isReversed?: boolean;
  /** How long ago it was signed. */
  ageSeconds?: number;
  /** Those of other types stay. */
  only?: (type: string) => boolean;
};
export type SentEvent = { id: string; type: string; status: number };

export type Outbox = {
  waiting: StripeObject[];
  add: (account: Account, type: string, object: StripeObject) => void;
  /** Sends what waits. What is not accepted waits again, as at Stripe. */
  deliver: (delivery?: Delivery) => Promise<SentEvent[]>;
};

export function createOutbox(
  { now, secret, send }: { now: () => Date; secret: string; send: Send },
  onAdded: () => void,
): Outbox {
  const outbox: Outbox = {
    waiting: [],
    add: (account, type, object) => {
      const event = create(account, 'event', {
        type,
        api_version: loadStripe().API_VERSION,
        data: { object: structuredClone(object) },
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
      });
      outbox.waiting.push(event);
      onAdded();
    },
    deliver: async ({ copies = 1, isReversed = false, ageSeconds = 0, only = () => true } = {}) => {
      const due = outbox.waiting.filter(({ type }) => only(String(type)));
      outbox.waiting = outbox.waiting.filter((event) => !due.includes(event));
      const sent: SentEvent[] = [];
      for (const event of isReversed ? due.reverse() : due) {
        let status = 0;
        for (let copy = 0; copy < copies; copy++) status = await post(event, ageSeconds);
        if (status < 200 || status > 299) outbox.waiting.push(event);
        sent.push({ id: event.id, type: String(event.type), status });
      }
      return sent;
    },
  };
  const post = (event: StripeObject, ageSeconds: number): Promise<number> => {
    const body = JSON.stringify(event, null, 2);
    const at = Math.floor(now().getTime() / 1000) - ageSeconds;
    return send(body, {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': `t=${at},v1=${sign(secret, `${at}.${body}`)}`,
    });
  };
  return outbox;
}

const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');
