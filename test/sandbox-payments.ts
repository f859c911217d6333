// A customer's payments through the sandbox, as tests need them: made over the wire, moved in the
// provider's books, and told of by signed webhooks.
import type { PaymentWire } from '#areas/payments/contract.ts';
import { type Move, makeMove } from '#areas/payments/server/providers/sandbox-moves.ts';
import {
  sandboxKey,
  sandboxSignatureHeader,
  signSandboxBody,
} from '#areas/payments/server/providers/sandbox-signature.ts';
import * as books from '#areas/payments/server/providers/sandbox-store.ts';
import type { SignedIn, TestApp } from './harness.ts';
import { send } from './requests.ts';

export const paymentsPath = '/apix/payments/payments/';
export const webhookPath = '/apix/payments/webhook/';

/** A pending payment of $25.00 in US dollars unless told. Throws when it is refused. */
export async function askForPayment(
  t: TestApp,
  { headers }: SignedIn,
  body: object = {},
): Promise<PaymentWire> {
  const given = { amount: '25.00', pay_currency: 'USD', ...body };
  const reply = await send(t, 'POST', paymentsPath, given, { headers });
  if (reply.status !== 201) throw new Error(`refused: ${JSON.stringify(reply.body)}`);
  return reply.body as unknown as PaymentWire;
}

/** Moves the sandbox's books without telling anybody. Returns the text of the event about it. */
export const moveBooks = (t: TestApp, uuid: string, move: Move, amountText = ''): Promise<string> =>
  t.kernel.database.transaction(async (tx) => {
    const found = await books.findBooksToChange(tx, uuid);
    if (!found) throw new Error('The sandbox does not know this payment.');
    const id = await makeMove(tx, found, move, { amountText, now: t.clock.now() });
    return (await books.findEvent(tx, uuid, id))!.body;
  });

export const signed = (t: TestApp, body: string): Record<string, string> => ({
  'content-type': 'application/json',
  [sandboxSignatureHeader]: signSandboxBody(sandboxKey(t.config.APP_SECRET), body, t.clock.now()),
});

export async function tell(t: TestApp, body: string, headers = signed(t, body)) {
  const raw = await t.app.inject({ method: 'POST', url: webhookPath, headers, payload: body });
  return { status: raw.statusCode, body: raw.json() as Record<string, unknown> };
}

/** A move, its webhook, and the work that follows. */
export async function play(t: TestApp, uuid: string, move: Move, amountText = ''): Promise<void> {
  await tell(t, await moveBooks(t, uuid, move, amountText));
  await t.jobs.runAll();
}

export async function readBack(t: TestApp, { headers }: SignedIn, uuid: string) {
  const reply = await send(t, 'GET', `${paymentsPath}${uuid}/`, undefined, { headers });
  return reply.body as unknown as PaymentWire;
}

/** A payment that has all its money. */
export async function completedPayment(t: TestApp, who: SignedIn, body: object = {}) {
  const { uuid } = await askForPayment(t, who, body);
  await play(t, uuid, 'pay');
  return readBack(t, who, uuid);
}

export async function availableOf(t: TestApp, { headers }: SignedIn, currency = 'USD') {
  const url = `/apix/payments/transactions/balance/?currency=${currency}`;
  return (await send(t, 'GET', url, undefined, { headers })).body.available;
}
