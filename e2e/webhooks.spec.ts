import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './person.ts';

/** A server of the customer that answers 204, and remembers the ids that came. */
async function openReceiver() {
  const ids: string[] = [];
  const server = http.createServer((request, response) => {
    ids.push(String(request.headers['webhook-id']));
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/webhooks`, ids, close: () => server.close() };
}

async function addEndpoint(page: Page, url: string): Promise<void> {
  await page.goto('/dashboard/webhooks');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const form = page.getByRole('dialog', { name: 'Add an endpoint' });
  await form.getByRole('textbox', { name: 'URL' }).fill(url);
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  const secret = page.getByRole('dialog', { name: 'The signing secret' });
  await expect(secret.getByLabel('Signing secret')).toContainText('whsec_');
  await secret.getByLabel('I saved it').check();
  await secret.getByRole('button', { name: 'Done' }).click();
}

test('a person adds an endpoint, sends a test event, looks at it and sends it again', async ({
  page,
}) => {
  const receiver = await openReceiver();
  const { call } = await signIn(page);
  await call('POST', 'billing/subscriptions', { tariff: 'starter' });
  await addEndpoint(page, receiver.url);
  await expect(page.getByRole('heading', { name: receiver.url })).toBeVisible();

  await page.getByRole('button', { name: 'Send test event' }).click();
  const ask = page.getByRole('dialog', { name: 'Send a test event' });
  await ask.getByLabel('Event').selectOption('payment.refunded');
  await ask.getByRole('button', { name: 'Send test event' }).click();
  const row = page.getByRole('row', { name: /payment\.refunded/ });
  await expect(row.getByText('Delivered').last()).toBeVisible();

  await row.getByText('payment.refunded').click();
  const delivery = page.getByRole('dialog', { name: 'Delivery' });
  await expect(delivery.getByText('Status 204')).toBeVisible();
  await expect(delivery.getByText('"is_test": true')).toBeVisible();
  await delivery.getByRole('button', { name: 'Send again' }).click();
  await expect(delivery.getByText('Status 204')).toHaveCount(2);
  expect(receiver.ids).toHaveLength(2);
  expect(new Set(receiver.ids).size).toBe(1);
  receiver.close();
});
