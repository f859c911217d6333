import { createSession } from '../../factories/accounts.ts';
import { createGrant, createOauthClient } from '../../factories/apps.ts';
import { png } from '../../factories/tickets.ts';
import type { TestApp } from '../../harness.ts';
import { send } from '../../requests.ts';
import { createForm, newCustomer, uniqueName, type Write, type Writes } from './write.ts';

async function codeFor(t: TestApp, email: string): Promise<string> {
  const mail = (await t.mails(email)).at(-1);
  return /^\d{6}/.exec(mail?.subject ?? '')![0];
}

async function requestCode(t: TestApp): Promise<{ email: string; otp: string }> {
  const email = `${uniqueName()}@example.com`;
  // From another network than the tested calls, whose rate limit must not be used up.
  await send(t, 'POST', '/apix/accounts/otp/request/', { email }, { ip: '198.51.100.7' });
  return { email, otp: await codeFor(t, email) };
}

const dayMs = 86_400_000;

async function refreshToken(t: TestApp): Promise<Write> {
  const { accountId } = await newCustomer(t);
  const sessionId = await createSession(t.kernel, accountId);
  const expiresAt = new Date(t.clock.now().getTime() + dayMs);
  const refresh = t.areas.accounts.tokens.signRefresh({ accountId, sessionId }, expiresAt);
  return { who: null, body: { refresh } };
}

const renameProfile = (t: TestApp): Promise<Write> =>
  newCustomer(t).then((who) => ({
    who,
    body: (at) => ({ first_name: 'Ada', last_name: 'Lovelace', company: `Looms ${at}` }),
  }));

export const accountWrites: Writes = {
  'POST /apix/accounts/otp/request/': async () => ({
    who: null,
    body: () => ({ email: `${uniqueName()}@example.com` }),
  }),
  'POST /apix/accounts/otp/verify/': async (t) => ({ who: null, body: await requestCode(t) }),
  'POST /apix/accounts/token/refresh/': refreshToken,
  'POST /apix/accounts/token/blacklist/': refreshToken,
  'PATCH /apix/accounts/profile/partial/': renameProfile,
  'PUT /apix/accounts/profile/partial/': renameProfile,
  'PATCH /apix/accounts/profile/update/': renameProfile,
  'PUT /apix/accounts/profile/update/': renameProfile,
  'POST /apix/accounts/profile/avatar/': async (t) => ({
    who: await newCustomer(t),
    raw: await createForm('avatar', png, 'me.png'),
  }),
  'POST /apix/accounts/apps/': async (t) => ({
    who: await newCustomer(t),
    body: {
      client_id: await createOauthClient(t),
      response_type: 'code',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      is_allowed: true,
    },
  }),
  'DELETE /apix/accounts/apps/:id/': async (t) => {
    const who = await newCustomer(t);
    return { who, params: { id: await createGrant(t, who.accountId) } };
  },
  'DELETE /apix/accounts/sessions/': async (t) => {
    const who = await newCustomer(t);
    await createSession(t.kernel, who.accountId);
    return { who };
  },
  'DELETE /apix/accounts/sessions/:id/': async (t) => {
    const who = await newCustomer(t);
    return { who, params: { id: await createSession(t.kernel, who.accountId) } };
  },
  'POST /apix/accounts/delete/code/': async (t) => ({ who: await newCustomer(t) }),
  'POST /apix/accounts/delete/': async (t) => {
    const who = await newCustomer(t);
    await send(t, 'POST', '/apix/accounts/delete/code/', undefined, who);
    return { who, body: { otp: await codeFor(t, who.email) } };
  },
};
