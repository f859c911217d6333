import type { Api } from '#kernel/http/api.ts';
import { rateLimitHeaders } from '#kernel/http/metering.ts';
import { mount, type RequestContext, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import * as contract from '../wire/index.ts';
import { type Accounts, readOrigin } from './accounts.ts';
import { oauthRoutes } from './oauth/oauth-routes.ts';
import { staffAppRoutes } from './oauth/staff-apps-routes.ts';
import { deleteAccount, requestDeletion } from './profile/delete-account.ts';
import {
  readProfile,
  requirePhoneNumber,
  serializeSignedInAccount,
  setAvatar,
  updateProfile,
} from './profile/profile.ts';
import { serializeActivity } from './sessions/activity.ts';
import { listActivity } from './sessions/activity-store.ts';
import { listLiveSessions } from './sessions/session-store.ts';
import {
  refreshAccess,
  revokeOtherSessions,
  revokeSession,
  serializeSession,
  signOut,
} from './sessions/sessions.ts';
import { requestSignInCode } from './sign-in/request-code.ts';
import {
  createBrowserCookie,
  createDeviceCookie,
  readClientInfo,
} from './sign-in/request-source.ts';
import { signIn } from './sign-in/sign-in.ts';
import { codeMinutes, resendSeconds } from './sign-in/sign-in-limits.ts';

const codeSent = {
  message: 'OTP code sent to your email',
  expires_in: codeMinutes * 60,
  resend_after: resendSeconds,
} as const;

export function accountRoutes(api: Api, accounts: Accounts): void {
  mount(api, contract.requestCode, (ask) => requestCode(accounts, ask));
  mount(api, contract.verifyCode, (ask) => verifyCode(accounts, ask));
  mount(api, contract.refreshToken, async ({ body }) =>
    respond(200, { access: await refreshAccess(accounts, body.refresh) }),
  );
  mount(api, contract.blacklistToken, async ({ db, body, request }) => {
    await signOut(accounts, db, body.refresh, readOrigin(request));
    return respond(204);
  });
  profileRoutes(api, accounts);
  oauthRoutes(api, accounts);
  staffAppRoutes(api, accounts);
  sessionRoutes(api, accounts);
  mount(api, contract.requestDeletion, async ({ db, actor, request }) => {
    await requestDeletion(accounts, db, actor, readClientInfo(request));
    return respond(200, codeSent);
  });
  mount(api, contract.deleteAccount, async ({ actor, body, request }) => {
    await deleteAccount(accounts, actor, { otp: body.otp, client: readClientInfo(request) });
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
        await updateProfile(accounts, actor, body, { clearsAbsent, origin: readOrigin(request) }),
      );
  const checks = [({ phone = '' }: { phone?: string | undefined }) => requirePhoneNumber(phone)];
  mount(api, contract.patchProfile, change(false), checks);
  mount(api, contract.putProfilePartly, change(false), checks);
  mount(api, contract.patchWholeProfile, change(false), checks);
  mount(api, contract.putProfile, change(true), checks);
  mount(api, contract.setAvatar, async ({ actor, files, request }) =>
    respond(200, await setAvatar(accounts, actor, files.avatar, readOrigin(request))),
  );
}

function sessionRoutes(api: Api, accounts: Accounts): void {
  const { clock } = accounts;
  mount(api, contract.listSessions, ({ db, actor, query, request }) =>
    respondPage(
      api,
      { query, request },
      (page) => listLiveSessions(db, actor.accountId, clock.now(), page),
      (rows) => rows.map((row) => serializeSession(row, actor)),
    ),
  );
  mount(api, contract.revokeOtherSessions, async ({ db, actor, request }) => {
    await revokeOtherSessions(accounts, db, actor, readOrigin(request));
    return respond(204);
  });
  mount(api, contract.revokeSession, async ({ db, actor, params, request }) => {
    await revokeSession(accounts, db, actor, { id: params.id, origin: readOrigin(request) });
    return respond(204);
  });
  mount(api, contract.listActivity, ({ db, actor, query, request }) => {
    const { created_after: from, created_before: before } = query;
    return respondPage(
      api,
      { query, request },
      (page) => listActivity(db, actor.accountId, page, { from, before }),
      (rows) => rows.map(serializeActivity),
    );
  });
}

async function requestCode(
  accounts: Accounts,
  { actor, body, request, lastWrite }: RequestContext<typeof contract.requestCode>,
) {
  const input = {
    email: body.email,
    sourceUrl: body.source_url,
    client: readClientInfo(request),
    actor,
  };
  const write = lastWrite<void>(() => respond(200, codeSent));
  const { browserToken, rates } = await requestSignInCode(accounts, input, write);
  return respond(200, codeSent, {
    ...(rates && rateLimitHeaders(rates)),
    'set-cookie': createBrowserCookie(browserToken, accounts.config.isProduction),
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
    client: readClientInfo(request),
  });
  const cookie = newDeviceToken && createDeviceCookie(newDeviceToken, accounts.config.isProduction);
  const reply = { access, refresh, user: await serializeSignedInAccount(accounts, account) };
  return respond(200, reply, {
    ...(rates && rateLimitHeaders(rates)),
    ...(cookie && { 'set-cookie': cookie }),
  });
}
