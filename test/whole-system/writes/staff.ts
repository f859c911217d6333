import { createSession } from '../../factories/accounts.ts';
import { createOauthClient } from '../../factories/apps.ts';
import type { TestApp } from '../../harness.ts';
import { createVia, newCustomer, newStaff, type Write, type Writes } from './write.ts';

const users = '/apix/admin/users/:id/';
const reason = 'Ticket 12';

async function aboutCustomer(
  t: TestApp,
  body?: object,
): Promise<Write & { params: { id: number } }> {
  const params = { id: (await newCustomer(t)).accountId };
  return { who: await newStaff(t), params, ...(body && { body }) };
}

const withApp = async (t: TestApp): Promise<Write> => ({
  who: await newStaff(t, 'support'),
  params: { id: await createOauthClient(t) },
  body: { reason },
});

/** A job that failed for good. */
async function withFailedJob(t: TestApp): Promise<Write> {
  const queue = 'test.broken';
  const stats = await t.jobs.stats();
  if (!stats.some((one) => one.queue === queue))
    t.jobs.define(queue, { retriesMax: 0 }, () => Promise.reject(new Error('out of order')));
  t.jobs.waiting.length = 0;
  await t.kernel.work.write((tx) => t.jobs.send(tx, queue, {}));
  await t.jobs.runNext();
  return { who: await newStaff(t), params: { queue, id: t.jobs.failed.at(-1)!.id } };
}

async function withDeadMail(t: TestApp): Promise<Write> {
  const to = { address: 'lost@example.com' };
  const draft = { kind: 'test', to, subject: 'Lost', html: '<p>Hi</p>', text: 'Hi' };
  const id = await t.kernel.work.write(async (tx) => {
    const sent = await t.kernel.mail.send(tx, draft);
    await tx.updateTable('mail').set({ status: 'dead' }).where('id', '=', sent).execute();
    return sent;
  });
  return { who: await newStaff(t), params: { id } };
}

/** The first of parallel releases ends the hold; the others find it ended. */
async function withMailHold(t: TestApp, body?: object): Promise<Write> {
  await t.kernel.mail.holds.create('Restored from a backup.');
  return { who: await newStaff(t), ...(body && { body }) };
}

export const staffWrites: Writes = {
  'POST /apix/admin/apps/:id/disable/': withApp,
  'POST /apix/admin/apps/:id/enable/': withApp,
  'PATCH /apix/admin/features/:name/': async (t) => ({
    who: await newStaff(t),
    params: { name: 'synthesis' },
    body: { is_on: true, reason },
  }),
  'POST /apix/admin/impersonations/': async (t) => ({
    who: await newStaff(t),
    body: { user: (await newCustomer(t)).accountId, reason },
  }),
  'DELETE /apix/admin/impersonations/:id/': async (t) => {
    const who = await newStaff(t);
    const user = (await newCustomer(t)).accountId;
    return {
      who,
      params: await createVia(t, who, '/apix/admin/impersonations/', { user, reason }),
    };
  },
  'POST /apix/admin/mails/:id/retry/': withDeadMail,
  'POST /apix/admin/mails/hold/release/': (t) => withMailHold(t),
  'POST /apix/admin/mails/hold/discard/': (t) => withMailHold(t, { older_than_days: 2 }),
  'POST /apix/admin/jobs/:queue/:id/retry/': withFailedJob,
  'POST /apix/admin/jobs/:queue/retry/': withFailedJob,
  'POST /apix/admin/rates/refresh/': async (t) => ({ who: await newStaff(t) }),
  [`POST ${users}suspend/`]: (t) => aboutCustomer(t, { reason }),
  [`POST ${users}reinstate/`]: async (t) => {
    const one = await aboutCustomer(t, { reason });
    await createVia(t, one.who!, `/apix/admin/users/${one.params.id}/suspend/`, { reason });
    return one;
  },
  [`DELETE ${users}sessions/`]: (t) => aboutCustomer(t),
  [`DELETE ${users}sessions/:session/`]: async (t) => {
    const one = await aboutCustomer(t);
    const session = await createSession(t.kernel, one.params.id);
    return { ...one, params: { ...one.params, session } };
  },
  [`PUT ${users}roles/`]: (t) => aboutCustomer(t, { roles: ['support'] }),
  [`POST ${users}sign-in-mail/`]: (t) => aboutCustomer(t),
  [`POST ${users}export/`]: (t) => aboutCustomer(t, { reason }),
  [`POST ${users}erase/`]: async (t) => {
    const { accountId, email } = await newCustomer(t);
    return { who: await newStaff(t), params: { id: accountId }, body: { reason, email } };
  },
};
