import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signWebhook, verifyWebhook, WebhookVerificationError } from './webhooks.ts';

// The example of the specification, https://github.com/standard-webhooks/standard-webhooks
const vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const { secret, id, body } = vector;
const forever = { secret, toleranceSeconds: Number.MAX_SAFE_INTEGER };
const headers = {
  'webhook-id': id,
  'webhook-timestamp': String(vector.timestamp),
  'webhook-signature': vector.signature,
};
const other = `whsec_${Buffer.from('another secret of 24 byt').toString('base64')}`;

it('signs as the specification does, and as HMAC of Node does', async () => {
  expect(await signWebhook(vector)).toMatchObject(headers);
  const key = Buffer.from(secret.slice(6), 'base64');
  const hmac = createHmac('sha256', key).update(`${id}.${vector.timestamp}.${body}`);
  expect(vector.signature).toBe(`v1,${hmac.digest('base64')}`);
});

describe('accepts', () => {
  it.each([
    ['text', body],
    ['bytes', new TextEncoder().encode(body)],
  ])('a body of %s', async (_, sent) => {
    expect(await verifyWebhook({ headers, body: sent }, forever)).toEqual({ test: 2432232314 });
  });

  it('headers of fetch', async () => {
    await verifyWebhook({ headers: new Headers(headers), body }, forever);
  });

  it('one right signature of several, and one right secret of several', async () => {
    const signatures = `v1a,xx v1,AAAA ${vector.signature}`;
    const rotated = { ...headers, 'webhook-signature': signatures };
    await verifyWebhook({ headers: rotated, body }, { ...forever, secret: [other, secret] });
  });

  it('what was signed within five minutes', async () => {
    const timestamp = Math.floor(Date.now() / 1000) - 290;
    await verifyWebhook({ headers: await signWebhook({ ...vector, timestamp }), body }, { secret });
  });
});

describe('refuses', () => {
  const problem = (change: object, text = body, options: object = {}) =>
    expect(
      verifyWebhook({ headers: { ...headers, ...change }, body: text }, { ...forever, ...options }),
    ).rejects;
  const refusal = WebhookVerificationError;

  it('another body', () => problem({}, `${body} `).toThrow(refusal));
  it('another id', () => problem({ 'webhook-id': 'msg_1' }).toThrow(refusal));
  it('another time', () => problem({ 'webhook-timestamp': '1614265331' }).toThrow(refusal));
  it('another secret', () => problem({}, body, { secret: other }).toThrow(refusal));
  it('another version of signatures', () =>
    problem({ 'webhook-signature': vector.signature.replace('v1', 'v2') }).toThrow(refusal));
  it('what is no base64', () => problem({ 'webhook-signature': 'v1,***' }).toThrow(refusal));
  it('no signature', () => problem({ 'webhook-signature': undefined }).toThrow('missing'));
  it('an old one', () => problem({}, body, { toleranceSeconds: 300 }).toThrow('300 s'));
  it('a time that is none', () => problem({ 'webhook-timestamp': '1e99' }).toThrow(refusal));
  it('an empty secret', () => problem({}, body, { secret: 'whsec_' }).toThrow('secret'));

  it('one of the future', async () => {
    const timestamp = Math.floor(Date.now() / 1000) + 310;
    const signed = await signWebhook({ ...vector, timestamp });
    await expect(verifyWebhook({ headers: signed, body }, { secret })).rejects.toThrow(refusal);
  });
});
