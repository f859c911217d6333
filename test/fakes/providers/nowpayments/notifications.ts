// Its notifications ("IPN"): signed, and repeated after an error. They can come twice, in another
// order and late.
import { createHmac } from 'node:crypto';

export type Notification = { url: string; headers: Record<string, string>; body: string };

/** Sends one. Returns the status of the response, 0 without one. */
export type Deliver = (notification: Notification) => Promise<number>;

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sortKeys((value as never)[key])]));
}

export const signNotification = (secret: string, content: object): string =>
  createHmac('sha512', secret)
    .update(JSON.stringify(sortKeys(content)))
    .digest('hex');

export const writeNotification = (secret: string, url: string, content: object): Notification => ({
  url,
  headers: {
    'content-type': 'application/json',
    'x-nowpayments-sig': signNotification(secret, content),
  },
  body: JSON.stringify(content),
});

export const post: Deliver = async ({ url, headers, body }) => {
  const response = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
  await response?.body?.cancel();
  return response?.status ?? 0;
};

/** As many as its settings have by default. */
const attemptsMax = 3;

/** One after the other, each until it is accepted. */
export async function deliverAll(
  notifications: readonly Notification[],
  deliver: Deliver,
): Promise<void> {
  for (const one of notifications)
    for (let attempt = 0; attempt < attemptsMax; attempt++)
      if (Math.trunc((await deliver(one)) / 100) === 2) break;
}
