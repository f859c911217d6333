import { makeSession } from '../factories.ts';
import type { TestApp } from '../harness.ts';
import { send } from '../requests.ts';
import { png } from '../tickets.ts';
import { customer, formOf, newName, type Write, type Writes } from './write.ts';

async function codeFor(t: TestApp, email: string): Promise<string> {
  const mail = (await t.mails(email)).at(-1);
  return /^\d{6}/.exec(mail?.subject ?? '')![0];
}

async function asksForCode(t: TestApp): Promise<{ email: string; otp: string }> {
  const email = `${newName()}@example.com`;
  // Of another network than the calls, whose limit must not be reached before they begin.
  await send(t, 'POST', '/apix/accounts/otp/request/', { email }, { ip: '198.51.100.7' });
  return { email, otp: await codeFor(t, email) };
}

const dayMs = 86_400_000;

async function refreshToken(t: TestApp): Promise<Write> {
  const { accountId } = await customer(t);
  const sessionId = await makeSession(t.kernel, accountId);
  const expiresAt = new Date(t.clock.now().getTime() + dayMs);
  const refresh = t.areas.accounts.tokens.signRefresh({ accountId, sessionId }, expiresAt);
  return { who: null, body: { refresh } };
}

const renamed = (t: TestApp): Promise<Write> =>
  customer(t).then((who) => ({
    who,
    body: (at) => ({ first_name: 'Ada', last_name: 'Lovelace', company: `Looms ${at}` }),
  }));

export const accountWrites: Writes = {
  'POST /apix/accounts/otp/request/': async () => ({
    who: null,
    body: () => ({ email: `${newName()}@example.com` }),
  }),
  'POST /apix/accounts/otp/verify/': async (t) => ({ who: null, body: await asksForCode(t) }),
  'POST /apix/accounts/token/refresh/': refreshToken,
  'POST /apix/accounts/token/blacklist/': refreshToken,
  'PATCH /apix/accounts/profile/partial/': renamed,
  'PUT /apix/accounts/profile/partial/': renamed,
  'PATCH /apix/accounts/profile/update/': renamed,
  'PUT /apix/accounts/profile/update/': renamed,
  'POST /apix/accounts/profile/avatar/': async (t) => ({
    who: await customer(t),
    raw: await formOf('avatar', png, 'me.png'),
  }),
  'DELETE /apix/accounts/sessions/': async (t) => {
    const who = await customer(t);
    await makeSession(t.kernel, who.accountId);
    return { who };
  },
  'DELETE /apix/accounts/sessions/:id/': async (t) => {
    const who = await customer(t);
    return { who, params: { id: await makeSession(t.kernel, who.accountId) } };
  },
  'POST /apix/accounts/delete/code/': async (t) => ({ who: await customer(t) }),
  'POST /apix/accounts/delete/': async (t) => {
    const who = await customer(t);
    await send(t, 'POST', '/apix/accounts/delete/code/', undefined, who);
    return { who, body: { otp: await codeFor(t, who.email) } };
  },
};
