import { describe, expect, test } from 'vitest';
import type { Document } from '#kernel/http/responses/document-response.ts';
import {
  createCompletedPayment,
  createSandboxPayment,
  paymentsPath,
} from '#test/factories/payments.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { Payments } from '../context.ts';
import { findPayment } from '../payments/payment-store.ts';
import { writeReceipt, writeStatement } from './documents.ts';

const t = useApp();
const statement = '/apix/payments/transactions/statement/';
const unknownId = '01900000-0000-7000-8000-000000000000';

/** What stands in a paper, without drawing it. */
async function readContent(
  write: (payments: Payments) => Promise<Document>,
): Promise<Record<string, unknown>> {
  let content: Record<string, unknown> = {};
  const pdf = {
    close: async () => {},
    render: async (_: URL, data: object) => {
      content = data as typeof content;
      return Buffer.alloc(0);
    },
  };
  await (await write({ ...t.areas.payments, kernel: { ...t.kernel, pdf } })).render();
  return content;
}

describe('the receipt', () => {
  test('is a tagged PDF, and is not sent again if unchanged', async () => {
    const who = await t.signIn('receipt@example.com');
    const { uuid, internal_id } = await createCompletedPayment(t, who, {
      description: '#read("/etc/passwd") *bold* $x$',
    });
    const url = `${paymentsPath}${uuid}/receipt/`;
    const reply = await send(t, 'GET', url, undefined, who);
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('application/pdf');
    expect(reply.headers['content-disposition']).toContain(`receipt-${internal_id}.pdf`);
    expect(reply.raw.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(reply.raw.rawPayload.includes('/StructTreeRoot')).toBe(true);
    const headers = { ...who.headers, 'if-none-match': String(reply.headers.etag) };
    expect((await send(t, 'GET', url, undefined, { headers })).status).toBe(304);
  });

  test('contains requested, received and credited amounts', async () => {
    const who = await t.signIn('facts@example.com');
    const { uuid } = await createCompletedPayment(t, who);
    const row = await findPayment(t.kernel.database.write, uuid);
    const content = await readContent((payments) =>
      writeReceipt(payments, t.kernel.database.write, row!),
    );
    expect(content).toMatchObject({
      notice: 'A test: no real money has moved.',
      amounts: [
        ['Requested', '$25.00'],
        ['Fee on top', '$0.00'],
        ['Value received', '$25.00'],
        ['Credited', '$25.00'],
      ],
      arrivals: [[expect.stringContaining('UTC'), '$25.00', expect.any(String)]],
    });
  });

  test('exists once money has been credited, for its owner only', async () => {
    const who = await t.signIn('early@example.com');
    const other = await t.signIn('nosy@example.com');
    const { uuid } = await createSandboxPayment(t, who);
    const url = `${paymentsPath}${uuid}/receipt/`;
    expect(await send(t, 'GET', url, undefined, who)).toMatchObject({
      status: 400,
      body: { code: 'invalid_state', current_status: 'pending' },
    });
    expect((await send(t, 'GET', url, undefined, other)).status).toBe(404);
    const missing = `${paymentsPath}${unknownId}/receipt/`;
    expect((await send(t, 'GET', missing, undefined, who)).status).toBe(404);
  });
});

describe('the statement', () => {
  test('is a PDF of a month, and is not sent again if unchanged', async () => {
    const who = await t.signIn('month@example.com');
    await createCompletedPayment(t, who);
    const month = t.clock.now().toISOString().slice(0, 7);
    const reply = await send(t, 'GET', `${statement}?month=${month}`, undefined, who);
    expect(reply.status).toBe(200);
    expect(reply.raw.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const headers = { ...who.headers, 'if-none-match': String(reply.headers.etag) };
    const again = await send(t, 'GET', `${statement}?month=${month}`, undefined, { headers });
    expect(again.status).toBe(304);
    const empty = await send(t, 'GET', `${statement}?month=2020-01&currency=EUR`, undefined, who);
    expect(empty.status).toBe(200);
  });

  test('marks sandbox transactions', async () => {
    const who = await t.signIn('marked@example.com');
    await createCompletedPayment(t, who);
    const month = t.clock.now().toISOString().slice(0, 7);
    const of = { month, currency: 'USD' };
    const content = await readContent((payments) =>
      writeStatement(payments, t.kernel.database.write, who.accountId, of),
    );
    expect(content.notice).toContain('no real money has moved');
    expect(content.rows).toEqual([expect.arrayContaining(['Wallet top-up (test)'])]);
    const none = await readContent((payments) =>
      writeStatement(payments, t.kernel.database.write, who.accountId, { ...of, currency: 'EUR' }),
    );
    expect(none).not.toHaveProperty('notice');
  });

  test.each(['', '?month=2026-13', '?month=2026-10&currency=XXQ'])('refuses %s', async (query) => {
    const who = await t.signIn('bad@example.com');
    expect((await send(t, 'GET', `${statement}${query}`, undefined, who)).status).toBe(400);
  });
});
