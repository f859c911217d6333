import { makeSession } from '../factories.ts';
import type { TestApp } from '../harness.ts';
import { customer, make, staff, type Write, type Writes } from './write.ts';

const users = '/apix/admin/users/:id/';
const reason = 'Ticket 12';

async function about(t: TestApp, body?: object): Promise<Write & { params: { id: number } }> {
  const params = { id: (await customer(t)).accountId };
  return { who: await staff(t), params, ...(body && { body }) };
}

/** A job of which nothing is known any more but that it failed. */
async function givenUp(t: TestApp): Promise<Write> {
  const queue = 'test.broken';
  const stats = await t.jobs.stats();
  if (!stats.some((one) => one.queue === queue))
    t.jobs.define(queue, { retriesMax: 0 }, () => Promise.reject(new Error('out of order')));
  t.jobs.waiting.length = 0;
  await t.kernel.work.write((tx) => t.jobs.send(tx, queue, {}));
  await t.jobs.runNext();
  return { who: await staff(t), params: { queue, id: t.jobs.failed.at(-1)!.id } };
}

async function lostMail(t: TestApp): Promise<Write> {
  const to = { address: 'lost@example.com' };
  const draft = { kind: 'test', to, subject: 'Lost', html: '<p>Hi</p>', text: 'Hi' };
  const id = await t.kernel.work.write(async (tx) => {
    const sent = await t.kernel.mail.send(tx, draft);
    await tx.updateTable('mail').set({ status: 'dead' }).where('id', '=', sent).execute();
    return sent;
  });
  return { who: await staff(t), params: { id } };
}

export const staffWrites: Writes = {
  'PATCH /apix/admin/features/:name/': async (t) => ({
    who: await staff(t),
    params: { name: 'synthesis' },
    body: { is_on: true, reason },
  }),
  'POST /apix/admin/impersonations/': async (t) => ({
    who: await staff(t),
    body: { user: (await customer(t)).accountId, reason },
  }),
  'DELETE /apix/admin/impersonations/:id/': async (t) => {
    const who = await staff(t);
    const user = (await customer(t)).accountId;
    return { who, params: await make(t, who, '/apix/admin/impersonations/', { user, reason }) };
  },
  'POST /apix/admin/mails/:id/retry/': lostMail,
  'POST /apix/admin/jobs/:queue/:id/retry/': givenUp,
  'POST /apix/admin/jobs/:queue/retry/': givenUp,
  'POST /apix/admin/rates/refresh/': async (t) => ({ who: await staff(t) }),
  [`POST ${users}suspend/`]: (t) => about(t, { reason }),
  [`POST ${users}reinstate/`]: async (t) => {
    const one = await about(t, { reason });
    await make(t, one.who!, `/apix/admin/users/${one.params.id}/suspend/`, { reason });
    return one;
  },
  [`DELETE ${users}sessions/`]: (t) => about(t),
  [`DELETE ${users}sessions/:session/`]: async (t) => {
    const one = await about(t);
    const session = await makeSession(t.kernel, one.params.id);
    return { ...one, params: { ...one.params, session } };
  },
  [`PUT ${users}roles/`]: (t) => about(t, { roles: ['support'] }),
  [`POST ${users}sign-in-mail/`]: (t) => about(t),
  [`POST ${users}export/`]: (t) => about(t, { reason }),
  [`POST ${users}erase/`]: async (t) => {
    const { accountId, email } = await customer(t);
    return { who: await staff(t), params: { id: accountId }, body: { reason, email } };
  },
};
