// A write whose response got lost after its commit is not done again, also where a call has several
// units of work.
import { expect, onTestFinished, test, vi } from 'vitest';
import { listEndpoints } from '#lib/api-description.ts';
import { contracts } from '../../src/contracts.ts';
import { paymentsPath } from '../factories/payments.ts';
import { ticketsPath } from '../factories/tickets.ts';
import { useApp } from '../harness.ts';
import { isCallAvailable } from '../recordings.ts';
import { send } from '../requests.ts';
import { findEndpoint, prepare, toRequest } from './writes/all-writes.ts';
import type { Write } from './writes/write.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });

/** The connection breaks after the next commits whose work has something to do after them. */
function loseCommits(): () => void {
  const { afterCommit } = t.kernel.work;
  const spy = vi.spyOn(t.kernel.work, 'afterCommit').mockImplementation((tx) =>
    afterCommit(tx, () => {
      throw new Error('Connection terminated unexpectedly');
    }),
  );
  onTestFinished(() => spy.mockRestore());
  return () => spy.mockRestore();
}

test.each([
  ['a ticket', ticketsPath, { subject: 'It does not work' }, 201, 'select from ticket'],
  [
    'a payment',
    paymentsPath,
    { amount: '25.00', pay_currency: 'USD' },
    201,
    'select from payment where provider_payment_id is not null and account_id = $1',
  ],
  [
    'a sign-in code',
    '/apix/accounts/otp/request/',
    { email: 'new@example.com' },
    200,
    "select from mail where to_address = 'new@example.com'",
  ],
])('%s', async (_, path, body, status, stored) => {
  const { accountId, headers } = await t.signIn('customer@example.com');
  const write = () =>
    send(t, 'POST', path, body, { headers: { ...headers, 'idempotency-key': path } });
  const mend = loseCommits();
  expect((await write()).status).toBe(503);
  mend();
  const again = await write();
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([status, 'true']);
  const values = stored.includes('$1') ? [accountId] : [];
  expect((await t.kernel.database.pool.query(stored, values)).rowCount).toBe(1);
});

/** With `work: 'none'` and `lastWrite`: a table, and how many rows one call adds to it. */
const storedWithWork: Record<string, [table: string, rows: number]> = {
  'POST /apix/admin/adjustments/:uuid/approve/': ['journal', 1],
  'POST /apix/admin/proxy-sources/': ['proxy_source', 1],
  'POST /apix/admin/rule-sets/': ['customs_rule_set_event', 1],
  'POST /apix/admin/rule-sets/:id/publish/': ['customs_rule_set_event', 2],
  'POST /apix/admin/rule-sets/:id/review/': ['customs_rule_set_event', 1],
  'POST /apix/admin/users/:id/erase/': ['mail', 1],
  'POST /apix/admin/withdrawals/:uuid/settle/': ['journal', 1],
  'POST /apix/billing/subscriptions/': ['subscription', 1],
  'PATCH /apix/billing/subscriptions/:id/': ['subscription_charge', 1],
  'PUT /apix/billing/subscriptions/:id/': ['subscription_charge', 1],
  'POST /apix/data_customs/batches/': ['customs_batch', 1],
  'POST /apix/data_customs/custom-calculation/': ['customs_calculation', 1],
  'POST /apix/data_customs/vehicle-calculation/': ['customs_calculation', 1],
  'POST /apix/data_proxy/resources/': ['proxy_resource', 1],
  'POST /apix/data_proxy/resources/:name/sources/': ['proxy_source', 1],
  'POST /apix/payments/card-setups/': ['card_setup', 1],
  'POST /apix/payments/payments/:uuid/cancel/': ['payment_status_event', 1],
  'POST /apix/webhooks/endpoints/': ['webhook_endpoint', 1],
  'POST /apix/services/captions/': ['speech_captions', 1],
  'POST /apix/services/transcribe/base64/': ['speech_transcript', 1],
  'POST /apix/services/transcription-jobs/': ['speech_transcription_job', 1],
};
const tested = [
  'POST /apix/accounts/otp/request/',
  'POST /apix/payments/payments/',
  'POST /apix/support/tickets/',
];

const sets = 'It sets the same values again.';
const computes = 'It stores nothing but what it counts and remembers.';
const refuses = 'The second one is refused, because the state has changed.';
const unsent = 'The first file has no known id: nothing uses it, and it is deleted after a day.';
const known = 'What is already there is not added again.';
const starts = 'It starts the same work again, which has the same result.';
/** The others with `work: 'none'`, and why one that ran and was not answered may run again. */
const safeToRepeat: Record<string, string> = {
  'PATCH /apix/accounts/profile/partial/': sets,
  'PATCH /apix/accounts/profile/update/': sets,
  'PATCH /apix/admin/proxy-sources/:id/': sets,
  'PATCH /apix/data_customs/custom-calculation/:id/': sets,
  'PATCH /apix/data_customs/vehicle-calculation/:id/': sets,
  'PATCH /apix/data_proxy/resources/:name/': sets,
  'PATCH /apix/data_proxy/resources/:name/sources/:id/': sets,
  'PATCH /apix/webhooks/endpoints/:id/': sets,
  'PUT /apix/invoices/billing-profile/': sets,
  'POST /apix/accounts/apps/': 'Each answer is a code of its own, for two minutes.',
  'POST /apix/accounts/delete/': 'The session has ended with the account, so it gets 401.',
  'POST /apix/accounts/otp/verify/': 'The same browser gets the session that the code started.',
  'POST /apix/accounts/profile/avatar/': 'The picture replaces itself.',
  'POST /apix/accounts/token/refresh/': 'The token that was just replaced is still accepted.',
  'POST /apix/admin/jobs/:queue/:id/retry/': refuses,
  'POST /apix/admin/jobs/:queue/retry/': 'Jobs that run again are no longer failed ones.',
  'POST /apix/admin/leads/bulk/': sets,
  'POST /apix/admin/mails/:id/retry/': refuses,
  'POST /apix/admin/proxies/': known,
  'POST /apix/admin/proxies/:id/check/': starts,
  'POST /apix/admin/rates/refresh/': starts,
  'POST /apix/admin/unattached-mails/:id/handle/': refuses,
  'POST /apix/admin/users/:id/export/': 'It reads; the audit log contains each time.',
  'POST /apix/data_customs/custom-calculation/calculate/': 'The history is a log of runs.',
  'POST /apix/data_customs/custom-calculation/compare/': computes,
  'POST /apix/data_customs/demo/calculate/': computes,
  'POST /apix/data_customs/vehicle-calculation/calculate/': 'The history is a log of runs.',
  'POST /apix/data_customs/vehicle-calculation/compare/': computes,
  'POST /apix/data_proxy/proxy/block/': sets,
  'POST /apix/data_proxy/resources/:name/fetch/': 'Nothing is stored; the website is asked again.',
  'POST /apix/data_proxy/resources/:name/proxies/': known,
  'POST /apix/data_proxy/resources/:name/proxies/:id/release/': sets,
  'POST /apix/data_proxy/resources/:name/proxies/:id/test/': starts,
  'POST /apix/leads/files/': unsent,
  'POST /apix/payments/webhook/': 'An event is stored once, by its own id.',
  'POST /apix/services/tts/base64/': computes,
  'POST /apix/support/attachments/': unsent,
  'POST /apix/support/inbound/': 'A mail is stored once, by its Message-ID.',
  'POST /apix/v1/audio/speech/': computes,
  'POST /apix/v1/audio/transcriptions/': computes,
  'POST /apix/v1/audio/translations/': computes,
  'PUT /apix/accounts/profile/partial/': sets,
  'PUT /apix/accounts/profile/update/': sets,
  'PUT /apix/data_customs/custom-calculation/:id/': sets,
  'PUT /apix/data_customs/vehicle-calculation/:id/': sets,
  'PUT /apix/data_proxy/resources/:name/': sets,
  'PUT /apix/services/captions/:id/parts/:number/': 'A part is stored once, by its number.',
  'PUT /apix/services/transcription-jobs/:id/parts/:number/': 'A part has one number.',
};

test('each write without a unit of work is stored with its response or safe to repeat', () => {
  const writes = listEndpoints(contracts)
    .filter(({ endpoint: { method, work } }) => method !== 'GET' && work === 'none')
    .map(({ endpoint: { method, path } }) => `${method} ${path}`);
  const judged = [...tested, ...Object.keys(storedWithWork), ...Object.keys(safeToRepeat)];
  expect(judged.toSorted()).toEqual(writes.toSorted());
});

/** Also of what the default input does not store. */
function requestFor(name: string, write: Write) {
  const { body } = write;
  if (name !== 'POST /apix/services/transcribe/base64/' || typeof body !== 'object')
    return toRequest(findEndpoint(name), write, 1);
  return toRequest(findEndpoint(name), { ...write, body: { ...body, store: true } }, 1);
}

test.for(Object.entries(storedWithWork))('%s', async ([name, [table, rows]], { skip }) => {
  skip(!isCallAvailable(findEndpoint(name).path), 'without ffmpeg');
  const count = async () =>
    (await t.kernel.database.pool.query(`select from ${table}`)).rowCount ?? 0;
  const request = requestFor(name, await prepare(t, name));
  const headers = { ...request.headers, 'idempotency-key': name };
  const write = () => t.app.inject({ ...request, headers });
  const before = await count();
  const mend = loseCommits();
  expect((await write()).statusCode).toBe(503);
  mend();
  const again = await write();
  if (findEndpoint(name).responseHasSecret)
    expect(again.json()).toMatchObject({ code: 'idempotency_secret' });
  else
    expect([again.statusCode < 300, again.headers['idempotency-replayed']]).toEqual([true, 'true']);
  expect((await count()) - before).toBe(rows);
});

test('a payment for a plan stays open when nobody knows whether the plan waits for it', async () => {
  const { headers } = await t.signIn('payer@example.com');
  const path = '/apix/billing/subscriptions/';
  const body = { tariff: 'scale', payment_source: 'payment', pay_currency: 'USD' };
  const key = { ...headers, 'idempotency-key': 'a plan that is paid first' };
  const mend = loseCommits();
  expect((await send(t, 'POST', path, body, { headers: key })).status).toBe(503);
  mend();
  const again = await send(t, 'POST', path, body, { headers: key });
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
  const { rows } = await t.kernel.database.pool.query(
    `select payment.status from payment join subscription on pending_payment_id = payment.id`,
  );
  expect(rows).toEqual([{ status: 'pending' }]);
});
