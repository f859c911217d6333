import type { Api } from '#server/http/api.ts';
import { type Ask, answer, mount } from '#server/http/mount.ts';
import { pageRequestOf, toPage } from '#server/http/pages.ts';
import * as contract from '../contract.ts';
import { type Accounts, originOf } from './accounts.ts';
import { activityToWire } from './activity.ts';
import { deleteAccount, requestDeletion } from './deletion.ts';
import { readProfile, setAvatar, updateProfile, userOf } from './profile.ts';
import * as store from './session-store.ts';
import * as sessions from './sessions.ts';
import { signIn } from './sign-in.ts';
import { codeMinutes, resendSeconds, sendCode } from './sign-in-codes.ts';

const deviceCookie = 'device';
const deviceCookieDays = 365;

const codeSent = {
  message: 'OTP code sent to your email',
  expires_in: codeMinutes * 60,
  resend_after: resendSeconds,
} as const;

export function accountRoutes(api: Api, accounts: Accounts): void {
  mount(api, contract.requestCode, async ({ body, request }) => {
    const origin = originOf(request);
    const purpose = 'sign_in' as const;
    await sendCode(accounts, { email: body.email, purpose, sourceUrl: body.source_url, origin });
    return answer(200, codeSent);
  });
  mount(api, contract.verifyCode, (ask) => verifyCode(accounts, ask));
  mount(api, contract.refreshToken, async ({ body }) =>
    answer(200, { access: await sessions.refreshAccess(accounts, body.refresh) }),
  );
  mount(api, contract.blacklistToken, async ({ body, request }) => {
    await sessions.signOut(accounts, body.refresh, originOf(request));
    return answer(204);
  });
  profileRoutes(api, accounts);
  sessionRoutes(api, accounts);
  mount(api, contract.requestDeletion, async ({ actor, request }) => {
    await requestDeletion(accounts, actor, originOf(request));
    return answer(200, codeSent);
  });
  mount(api, contract.deleteAccount, async ({ actor, body, request }) => {
    await deleteAccount(accounts, actor, { otp: body.otp, origin: originOf(request) });
    return answer(204);
  });
}

type ProfileChange = Pick<Ask<typeof contract.patchProfile>, 'actor' | 'body' | 'request'>;

function profileRoutes(api: Api, accounts: Accounts): void {
  mount(api, contract.readProfile, async ({ actor }) =>
    answer(200, await readProfile(accounts, actor)),
  );
  const change =
    (clearsAbsent: boolean) =>
    async ({ actor, body, request }: ProfileChange) =>
      answer(
        200,
        await updateProfile(accounts, actor, body, { clearsAbsent, origin: originOf(request) }),
      );
  mount(api, contract.patchProfile, change(false));
  mount(api, contract.putProfilePartly, change(false));
  mount(api, contract.patchWholeProfile, change(false));
  mount(api, contract.putProfile, change(true));
  mount(api, contract.setAvatar, async ({ actor, files, request }) =>
    answer(200, await setAvatar(accounts, actor, files.avatar, originOf(request))),
  );
}

function sessionRoutes(api: Api, accounts: Accounts): void {
  const { config, database, clock } = accounts;
  mount(api, contract.listSessions, async ({ actor, query, request }) => {
    const page = pageRequestOf(query);
    const now = clock.now();
    const found = await store.listLiveSessions(database.write, actor.accountId, now, page);
    const results = found.rows.map((row) => sessions.sessionToWire(row, actor));
    return answer(
      200,
      toPage({ siteUrl: config.SITE_URL, url: request.url }, page, found.total, results),
    );
  });
  mount(api, contract.revokeOtherSessions, async ({ actor, request }) => {
    await sessions.revokeOtherSessions(accounts, actor, originOf(request));
    return answer(204);
  });
  mount(api, contract.revokeSession, async ({ actor, params, request }) => {
    await sessions.revokeSession(accounts, actor, params.id, originOf(request));
    return answer(204);
  });
  mount(api, contract.listActivity, async ({ actor, query, request }) => {
    const page = pageRequestOf(query);
    const { created_after: from, created_before: before } = query;
    const found = await store.listActivity(database.read, actor.accountId, page, { from, before });
    const results = found.rows.map(activityToWire);
    return answer(
      200,
      toPage({ siteUrl: config.SITE_URL, url: request.url }, page, found.total, results),
    );
  });
}

async function verifyCode(accounts: Accounts, { body, request }: Ask<typeof contract.verifyCode>) {
  const { account, access, refresh, newDeviceToken } = await signIn(accounts, {
    email: body.email,
    otp: body.otp,
    sourceUrl: body.source_url,
    termsVersion: body.terms_version,
    deviceToken: request.cookies[deviceCookie],
    origin: originOf(request),
  });
  const reply = { access, refresh, user: await userOf(accounts, account) };
  if (!newDeviceToken) return answer(200, reply);
  return answer(200, reply, {
    'set-cookie': cookieOf(newDeviceToken, accounts.config.isProduction),
  });
}

/** It only tells a browser that signed in before from a stranger's; it signs nobody in. */
const cookieOf = (token: string, isSecure: boolean): string =>
  `${deviceCookie}=${token}; Path=/apix/accounts/; Max-Age=${deviceCookieDays * 86_400}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
