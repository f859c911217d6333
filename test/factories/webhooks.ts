// Customers with webhooks, and a receiver of what is sent to them.
import { createHmac } from 'node:crypto';
import { onTestFinished, vi } from 'vitest';
import type {
  NewWebhookEndpointWire,
  WebhookDeliveryDetailWire,
  WebhookDeliveryWire,
} from '#areas/webhooks/wire/index.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { customerEvent } from '#lib/customer-events.ts';
import type { ReceivedRequest } from '../fakes/http-server.ts';
import type { SignedIn, TestApp } from '../harness.ts';
import { send } from '../requests.ts';
import { createCustomer, createSubscription } from './subscriptions.ts';

export const endpointsPath = '/apix/webhooks/endpoints/';
export const deliveriesPath = '/apix/webhooks/deliveries/';

/** With a plan that includes webhooks. */
export async function createPaidCustomer(t: TestApp, email: string): Promise<SignedIn> {
  const who = await createCustomer(t, email, '500');
  await createSubscription(t, who, 'starter');
  return t.signIn(email);
}

export async function createEndpoint(
  t: TestApp,
  who: Pick<SignedIn, 'headers'>,
  body: { url: string } & Record<string, unknown>,
): Promise<NewWebhookEndpointWire> {
  const reply = await send(t, 'POST', endpointsPath, body, who);
  if (reply.status !== 201) throw new Error(`refused: ${JSON.stringify(reply.body)}`);
  return reply.body as unknown as NewWebhookEndpointWire;
}

export async function listDeliveries(
  t: TestApp,
  who: Pick<SignedIn, 'headers'>,
  query = '',
): Promise<WebhookDeliveryWire[]> {
  const { body } = await send(t, 'GET', `${deliveriesPath}${query}`, undefined, who);
  return body.results as WebhookDeliveryWire[];
}

export async function readDelivery(
  t: TestApp,
  who: Pick<SignedIn, 'headers'>,
  id: string,
): Promise<WebhookDeliveryDetailWire> {
  const { body } = await send(t, 'GET', `${deliveriesPath}${id}/`, undefined, who);
  return body as unknown as WebhookDeliveryDetailWire;
}

/** An event of the catalogue happens to the account. */
export const publishExample = (
  t: TestApp,
  { accountId }: Pick<SignedIn, 'accountId'>,
  type: string,
) =>
  t.kernel.work.write((tx) => {
    const { event } = t.areas.webhooks.catalogue.find((one) => one.event.type === type)!;
    const published = { accountId, data: () => event.example };
    return t.kernel.customerEvents.publish(tx, customerEvent(event), published);
  });

/** What is published until the end of the test, checked by the schemas of the catalogue. */
export function recordEvents({ customerEvents }: Pick<Kernel, 'customerEvents'>) {
  const events: { accountId: number; type: string; data: Record<string, unknown> }[] = [];
  const { publish } = customerEvents;
  const spy = vi
    .spyOn(customerEvents, 'publish')
    .mockImplementation(async (tx, event, published) => {
      const data = event.data.parse(await published.data());
      events.push({ accountId: published.accountId, type: event.type, data });
      await publish(tx, event, published);
    });
  onTestFinished(() => spy.mockRestore());
  return {
    listTypes: (accountId: number) =>
      events.flatMap((event) => (event.accountId === accountId ? [event.type] : [])),
    list: (accountId: number, type: string) =>
      events.flatMap((event) =>
        event.accountId === accountId && event.type === type ? [event.data] : [],
      ),
  };
}

/** As a receiver checks it, by the specification and without our code. */
export function isSigned({ headers, body }: ReceivedRequest, secret: string): boolean {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}
