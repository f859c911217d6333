// A write whose response got lost after its commit is not done again, also where a call has several
// units of work.
import { expect, onTestFinished, test, vi } from 'vitest';
import { paymentsPath } from '../factories/payments.ts';
import { ticketsPath } from '../factories/tickets.ts';
import { useApp } from '../harness.ts';
import { send } from '../requests.ts';
import { endpointOf, prepare, requestOf } from './writes/all-writes.ts';

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
    'select from payment where provider_payment_id is not null',
  ],
  [
    'a sign-in code',
    '/apix/accounts/otp/request/',
    { email: 'new@example.com' },
    200,
    "select from mail where to_address = 'new@example.com'",
  ],
])('%s', async (_, path, body, status, stored) => {
  const { headers } = await t.signIn('customer@example.com');
  const write = () =>
    send(t, 'POST', path, body, { headers: { ...headers, 'idempotency-key': path } });
  const mend = loseCommits();
  expect((await write()).status).toBe(503);
  mend();
  const again = await write();
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([status, 'true']);
  expect((await t.kernel.database.pool.query(stored)).rowCount).toBe(1);
});

test.each([
  ['POST /apix/data_customs/batches/', 'customs_batch'],
  ['POST /apix/data_customs/custom-calculation/', 'customs_calculation'],
  ['POST /apix/data_customs/vehicle-calculation/', 'customs_calculation'],
  ['POST /apix/data_proxy/resources/', 'proxy_resource'],
  ['POST /apix/data_proxy/resources/:name/sources/', 'proxy_source'],
  ['POST /apix/admin/proxy-sources/', 'proxy_source'],
  ['POST /apix/services/captions/', 'speech_captions'],
  ['POST /apix/services/transcription-jobs/', 'speech_transcription_job'],
])('%s', async (name, table) => {
  const count = async () =>
    (await t.kernel.database.pool.query(`select from ${table}`)).rowCount ?? 0;
  const request = requestOf(endpointOf(name), await prepare(t, name), 1);
  const headers = { ...request.headers, 'idempotency-key': name };
  const write = () => t.app.inject({ ...request, headers });
  const before = await count();
  const mend = loseCommits();
  expect((await write()).statusCode).toBe(503);
  mend();
  const again = await write();
  expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
  expect((await count()) - before).toBe(1);
});
