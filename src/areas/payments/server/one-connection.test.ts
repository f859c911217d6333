// With a pool of one connection, code that takes a second one while it holds the first never ends.
import { beforeAll, expect, test } from 'vitest';
import {
  applySandboxAction,
  createCompletedPayment,
  createSandboxPayment,
  paymentsPath,
  simulateSandboxAction,
} from '#test/factories/payments.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp({}, { poolMax: 1 });
const adjustmentsPath = '/apix/admin/adjustments/';
const reason = 'Asked for by letter';
const times = 8;
let one: SignedIn;
let other: SignedIn;
let who: SignedIn;

beforeAll(async () => {
  one = await t.signIn('one@example.com', { roles: ['finance'] });
  other = await t.signIn('other@example.com', { roles: ['finance'] });
  who = await t.signIn('customer@example.com');
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Call = readonly [method: Method, url: string, body?: object, by?: SignedIn];

const sendAll = async (calls: readonly Call[]): Promise<number[]> => {
  const replies = calls.map(([method, url, body, by = who]) => send(t, method, url, body, by));
  return (await Promise.all(replies)).map(({ status }) => status);
};
const repeat = (call: Call): Call[] => Array.from({ length: times }, () => call);
const all = (status: number) => Array.from({ length: times }, () => status);

test('payments are asked for, changed, refreshed, cancelled and hidden', async () => {
  const body = { amount: '25.00', pay_currency: 'usdttrc20' };
  expect(await sendAll(repeat(['POST', paymentsPath, body]))).toEqual(all(201));
  const { uuid } = await createSandboxPayment(t, who);
  const url = `${paymentsPath}${uuid}/`;
  expect(await sendAll(repeat(['PATCH', url, { description: 'New' }]))).toEqual(all(200));
  await applySandboxAction(t, uuid, 'expire');
  expect(await sendAll(repeat(['GET', `${url}?refresh=true`]))).toEqual(all(200));
  const second = `${paymentsPath}${(await createSandboxPayment(t, who)).uuid}/`;
  const cancelled = await sendAll(repeat(['POST', `${second}cancel/`, {}]));
  expect(cancelled.toSorted()).toEqual([200, ...all(400).slice(1)]);
  const hidden = await sendAll(repeat(['DELETE', second]));
  expect(hidden.toSorted()).toEqual([204, ...all(404).slice(1)]);
});

test('money arrives and every wallet endpoint is read', async () => {
  const { uuid } = await createCompletedPayment(t, who, { amount: '100.00' });
  await Promise.all([
    simulateSandboxAction(t, uuid, 'pay_over'),
    simulateSandboxAction(t, uuid, 'pay_over'),
  ]);
  const flat = '/apix/payments/transactions/';
  const views = ['', 'balance/', 'by_reference/?reference=a', 'by_type/', 'statistics/'];
  const calls = views.flatMap((view): Call[] => [
    ['GET', `${flat}${view}`],
    ['GET', `${paymentsPath}${uuid}/transactions/${view}`],
  ]);
  calls.push(['GET', `${flat}?format=csv`], ['GET', `${flat}statement/?month=2026-10`]);
  calls.push(['GET', `${paymentsPath}${uuid}/receipt/`], ['GET', paymentsPath]);
  for (const status of await sendAll(calls)) expect(status).toBe(200);
});

test('staff propose, approve and reject', async () => {
  const credit = { kind: 'adjustment', user: who.accountId, direction: 'credit', amount: '1.00' };
  const proposal: Call = ['POST', adjustmentsPath, { ...credit, reason }, one];
  expect(await sendAll(repeat(proposal))).toEqual(all(201));
  const list = await send(t, 'GET', adjustmentsPath, undefined, one);
  const uuids = (list.body.results as { uuid: string }[]).map(({ uuid }) => uuid);
  const decisions = uuids.map((uuid, at): Call => {
    const step = at % 2 ? 'approve' : 'reject';
    return ['POST', `${adjustmentsPath}${uuid}/${step}/`, { note: reason }, other];
  });
  expect(await sendAll(decisions)).toEqual(uuids.map(() => 200));
  const { uuid } = await createCompletedPayment(t, who);
  const refunds = await sendAll(
    repeat(['POST', `${paymentsPath}${uuid}/refund/`, { reason }, one]),
  );
  expect(refunds.toSorted()).toEqual([202, ...all(409).slice(1)]);
});
