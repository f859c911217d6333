// A customer's sandbox payments for tests: created over HTTP, changed at the provider, and reported
// by signed webhooks.

import {
  performAction,
  type SandboxAction,
} from '#areas/payments/server/providers/sandbox/sandbox-actions.ts';
import {
  sandboxKeys,
  sandboxSignatureHeader,
  signSandboxBody,
} from '#areas/payments/server/providers/sandbox/sandbox-signature.ts';
import * as sandboxStore from '#areas/payments/server/providers/sandbox/sandbox-store.ts';
import type { PaymentWire } from '#areas/payments/wire/payment-schema.ts';
import type { SignedIn, TestApp } from '../harness.ts';
import { send } from '../requests.ts';

export const paymentsPath = '/apix/payments/payments/';
export const webhookPath = '/apix/payments/webhook/';

/** A pending payment, of $25.00 by default. Throws when it is refused. */
export async function createSandboxPayment(
  t: TestApp,
  { headers }: SignedIn,
  body: object = {},
): Promise<PaymentWire> {
  const fields = { amount: '25.00', pay_currency: 'USD', ...body };
  const reply = await send(t, 'POST', paymentsPath, fields, { headers });
  if (reply.status !== 201) throw new Error(`refused: ${JSON.stringify(reply.body)}`);
  return reply.body as unknown as PaymentWire;
}

/** Changes the payment at the sandbox without a webhook. Returns the body of its event. */
export const applySandboxAction = (
  t: TestApp,
  uuid: string,
  action: SandboxAction,
  amountText = '',
): Promise<string> =>
  t.kernel.database.transaction(async (tx) => {
    const found = await sandboxStore.lockRecords(tx, uuid);
    if (!found) throw new Error('The sandbox does not know this payment.');
    const id = await performAction(tx, found, action, { amountText, now: t.clock.now() });
    return (await sandboxStore.findEvent(tx, uuid, id))!.body;
  });

export const signWebhook = (t: TestApp, body: string): Record<string, string> => ({
  'content-type': 'application/json',
  [sandboxSignatureHeader]: signSandboxBody(
    sandboxKeys(t.config.APP_SECRET)[0],
    body,
    t.clock.now(),
  ),
});

export async function sendWebhook(t: TestApp, body: string, headers = signWebhook(t, body)) {
  const raw = await t.app.inject({ method: 'POST', url: webhookPath, headers, payload: body });
  return { status: raw.statusCode, body: raw.json() as Record<string, unknown> };
}

/** A sandbox action, its webhook, and the jobs that follow. */
export async function simulateSandboxAction(
  t: TestApp,
  uuid: string,
  action: SandboxAction,
  amountText = '',
): Promise<void> {
  await sendWebhook(t, await applySandboxAction(t, uuid, action, amountText));
  await t.jobs.runAll();
}

export async function fetchPayment(t: TestApp, { headers }: SignedIn, uuid: string) {
  const reply = await send(t, 'GET', `${paymentsPath}${uuid}/`, undefined, { headers });
  return reply.body as unknown as PaymentWire;
}

/** A payment that is fully paid. */
export async function createCompletedPayment(t: TestApp, who: SignedIn, body: object = {}) {
  const { uuid } = await createSandboxPayment(t, who, body);
  await simulateSandboxAction(t, uuid, 'pay');
  return fetchPayment(t, who, uuid);
}

export async function fetchAvailableBalance(t: TestApp, { headers }: SignedIn, currency = 'USD') {
  const url = `/apix/payments/transactions/balance/?currency=${currency}`;
  return (await send(t, 'GET', url, undefined, { headers })).body.available;
}
