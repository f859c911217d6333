import type { Api } from '#kernel/http/api.ts';
import { rateHeaders } from '#kernel/http/metering.ts';
import { mount, type RequestContext, respond } from '#kernel/http/mount.ts';
import { pageRequestOf, toPage } from '#kernel/http/pages.ts';
import * as contract from '../contract.ts';
import { type Accounts, originOf } from './accounts.ts';
import { activityToWire } from './activity.ts';
import { browserCookieOf, deviceCookieOf, visitorOf } from './askers.ts';
import { deleteAccount, requestDeletion } from './deletion.ts';
import { readProfile, setAvatar, updateProfile, userOf } from './profile.ts';
import { requestSignInCode } from './request-code.ts';
import * as store from './session-store.ts';
import * as sessions from './sessions.ts';
import { signIn } from './sign-in.ts';
import { codeMinutes, resendSeconds } from './sign-in-limits.ts';

const codeSent = {
  message: 'OTP code sent to your email',
  expires_in: codeMinutes * 60,
  resend_after: resendSeconds,
} as const;

export function accountRoutes(api: Api, accounts: Accounts): void {
  mount(api, contract.requestCode, (ask) => requestCode(accounts, ask));
  mount(api, contract.verifyCode, (ask) => verifyCode(accounts, ask));
  mount(api, contract.refreshToken, async ({ body }) =>
    respond(200, { access: await sessions.refreshAccess(accounts, body.refresh) }),
  );
  mount(api, contract.blacklistToken, async ({ db, body, request }) => {
    await sessions.signOut(accounts, db, body.refresh, originOf(request));
    return respond(204);
  });
  profileRoutes(api, accounts);
  sessionRoutes(api, accounts);
  mount(api, contract.requestDeletion, async ({ db, actor, request }) => {
    await requestDeletion(accounts, db, actor, visitorOf(request));
    return respond(200, codeSent);
  });
  mount(api, contract.deleteAccount, async ({ actor, body, request }) => {
    await deleteAccount(accounts, actor, { otp: body.otp, visitor: visitorOf(request) });
    return respond(204);
  });
}

type ProfileChange = Pick<
  RequestContext<typeof contract.patchProfile>,
  'actor' | 'body' | 'request'
>;

function profileRoutes(api: Api, accounts: Accounts): void {
  mount(api, contract.readProfile, async ({ db, actor }) =>
    respond(200, await readProfile(accounts, db, actor)),
  );
  const change =
    (clearsAbsent: boolean) =>
    async ({ actor, body, request }: ProfileChange) =>
      respond(
        200,
        await updateProfile(accounts, actor, body, { clearsAbsent, origin: originOf(request) }),
      );
  mount(api, contract.patchProfile, change(false));
  mount(api, contract.putProfilePartly, change(false));
  mount(api, contract.patchWholeProfile, change(false));
  mount(api, contract.putProfile, change(true));
  mount(api, contract.setAvatar, async ({ actor, files, request }) =>
    respond(200, await setAvatar(accounts, actor, files.avatar, originOf(request))),
  );
}

function sessionRoutes(api: Api, accounts: Accounts): void {
  const { config, clock } = accounts;
  mount(api, contract.listSessions, async ({ db, actor, query, request }) => {
    const page = pageRequestOf(query);
    const now = clock.now();
    const found = await store.listLiveSessions(db, actor.accountId, now, page);
    const results = found.rows.map((row) => sessions.sessionToWire(row, actor));
    return respond(
      200,
      toPage({ siteUrl: config.SITE_URL, url: request.url }, page, found.total, results),
    );
  });
  mount(api, contract.revokeOtherSessions, async ({ db, actor, request }) => {
    await sessions.revokeOtherSessions(accounts, db, actor, originOf(request));
    return respond(204);
  });
  mount(api, contract.revokeSession, async ({ db, actor, params, request }) => {
    await sessions.revokeSession(accounts, db, actor, { id: params.id, origin: originOf(request) });
    return respond(204);
  });
  mount(api, contract.listActivity, async ({ db, actor, query, request }) => {
    const page = pageRequestOf(query);
    const { created_after: from, created_before: before } = query;
    const found = await store.listActivity(db, actor.accountId, page, { from, before });
    const results = found.rows.map(activityToWire);
    return respond(
      200,
      toPage({ siteUrl: config.SITE_URL, url: request.url }, page, found.total, results),
    );
  });
}

async function requestCode(
  accounts: Accounts,
  { actor, body, request }: RequestContext<typeof contract.requestCode>,
) {
  const { browserToken, rates } = await requestSignInCode(accounts, {
    email: body.email,
    sourceUrl: body.source_url,
    visitor: visitorOf(request),
    actor,
  });
  return respond(200, codeSent, {
    ...(rates && rateHeaders(rates)),
    'set-cookie': browserCookieOf(browserToken, accounts.config.isProduction),
  });
}

async function verifyCode(
  accounts: Accounts,
  { body, request }: RequestContext<typeof contract.verifyCode>,
) {
  const { account, access, refresh, newDeviceToken, rates } = await signIn(accounts, {
    email: body.email,
    otp: body.otp,
    sourceUrl: body.source_url,
    termsVersion: body.terms_version,
    visitor: visitorOf(request),
  });
  const cookie = newDeviceToken && deviceCookieOf(newDeviceToken, accounts.config.isProduction);
  const reply = { access, refresh, user: await userOf(accounts, account) };
  return respond(200, reply, {
    ...(rates && rateHeaders(rates)),
    ...(cookie && { 'set-cookie': cookie }),
  });
}
