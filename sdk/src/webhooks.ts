// Signatures of Standard Webhooks: https://www.standardwebhooks.com
import { WeftlineError } from './core/errors.ts';

export type WebhookHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

export type WebhookRequest = {
  headers: WebhookHeaders;
  /** As it came: parsed and printed again it has another signature. */
  body: string | Uint8Array<ArrayBuffer>;
};

export type VerifyOptions = {
  /** `whsec_...`; several while a secret is being replaced. */
  secret: string | readonly string[];
  /** How old or how far ahead a webhook may be; 5 minutes by default. */
  toleranceSeconds?: number;
};

export class WebhookVerificationError extends WeftlineError {
  override name = 'WebhookVerificationError';
}

const encoder = new TextEncoder();

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  const text = Array.isArray(value) ? value[0] : value;
  if (!text) throw new WebhookVerificationError(`The header ${name} is missing.`);
  return text;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function importSecret(secret: string) {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''));
  if (bytes.length === 0)
    throw new WebhookVerificationError('The secret is not whsec_ and base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
}

function signedContent(id: string, timestamp: string, body: WebhookRequest['body']) {
  const before = encoder.encode(`${id}.${timestamp}.`);
  const after = typeof body === 'string' ? encoder.encode(body) : body;
  const content = new Uint8Array(before.length + after.length);
  content.set(before);
  content.set(after, before.length);
  return content;
}

function requireFresh(timestamp: string, toleranceSeconds: number): void {
  const seconds = /^\d+$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const age = Math.abs(Date.now() / 1000 - seconds);
  if (!(age <= toleranceSeconds))
    throw new WebhookVerificationError(`The webhook is not of the last ${toleranceSeconds} s.`);
}

/** Returns the event, or throws. WebCrypto compares signatures in constant time. */
export async function verifyWebhook<T = unknown>(
  { headers, body }: WebhookRequest,
  { secret, toleranceSeconds = 300 }: VerifyOptions,
): Promise<T> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => readHeader(headers, name),
  ) as [string, string, string];
  requireFresh(timestamp, toleranceSeconds);
  const content = signedContent(id, timestamp, body);
  for (const key of await Promise.all([secret].flat().map(importSecret)))
    for (const signature of signatures.split(' ')) {
      const [version, text = ''] = signature.split(',');
      if (version !== 'v1') continue;
      if (await crypto.subtle.verify('HMAC', key, decodeBase64(text), content))
        return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as T;
    }
  throw new WebhookVerificationError('No signature is that of the secret.');
}

export type SignOptions = { id: string; body: string; secret: string; timestamp?: number };

/** The headers of a webhook, for tests of what receives it. `timestamp` is in seconds. */
export async function signWebhook(options: SignOptions): Promise<Record<string, string>> {
  const { id, body, secret, timestamp = Math.floor(Date.now() / 1000) } = options;
  const key = await importSecret(secret);
  const content = signedContent(id, String(timestamp), body);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, content));
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${btoa(String.fromCharCode(...signature))}`,
  };
}
