// A write whose response got lost after its commit is not done again, also where a call has several
// units of work.
import { expect, onTestFinished, test, vi } from 'vitest';
import { paymentsPath } from '../factories/payments.ts';
import { ticketsPath } from '../factories/tickets.ts';
import { useApp } from '../harness.ts';
import { send } from '../requests.ts';

const t = useApp();

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
