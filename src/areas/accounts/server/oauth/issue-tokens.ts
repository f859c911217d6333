// The token endpoint: a code becomes a grant with a pair of tokens, and a refresh token becomes the
// next pair.
import { z } from 'zod';
import type { Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import { budgets } from '#lib/budgets.ts';
import { dayMs, minuteMs, secondMs } from '#lib/durations.ts';
import { appAccessMinutes, grantDays } from '../../wire/apps.constants.ts';
import { findAccount } from '../account-store.ts';
import type { Accounts, Origin } from '../accounts.ts';
import { sendAppConnectedMail } from '../emails/account-mails.ts';
import { logActivity } from '../sessions/activity.ts';
import { parseClientKey } from './client-documents.ts';
import { OauthError } from './oauth-error.ts';
import { createSecret, hashSecret, hashVerifier, isSecret } from './oauth-secrets.ts';
import { isOurResource, writeScope } from './oauth-server.ts';
import * as oauthStore from './oauth-store.ts';
import { describeRedirect } from './redirect-uris.ts';

/**
 * A refresh token may be used again for so long: its response may have been lost, or two processes
 * of an app may have refreshed at once. Later it counts as stolen.
 */
const reuseSeconds = 30;

const text = z.string().max(2000);
export const tokenRequest = z.object({
  grant_type: text.optional(),
  client_id: text.optional(),
  code: text.optional(),
  redirect_uri: text.optional(),
  code_verifier: text.optional(),
  refresh_token: text.optional(),
  resource: text.optional(),
});
export type TokenRequest = z.output<typeof tokenRequest>;

const invalidGrant = () => new OauthError('invalid_grant', 'It is wrong, expired or used.');

/** Not `invalid_client`: after that an app registers again, and goes on by another name. */
async function requireEnabled(tx: Tx, clientId: string): Promise<void> {
  const client = await oauthStore.findClient(tx, clientId);
  if (client?.disabled_at)
    throw new OauthError('invalid_grant', 'The operator of this server has disabled the app.');
}

export function issueTokens(accounts: Accounts, request: TokenRequest, origin: Origin) {
  const clientId = parseClientKey(request.client_id ?? '');
  if (!clientId) throw new OauthError('invalid_client', 'Register the app first.', 401);
  if (!isOurResource(request.resource, accounts.config.SITE_URL))
    throw new OauthError('invalid_target', 'There is no such resource here.');
  const ofClient = { ...request, client_id: clientId };
  if (request.grant_type === 'authorization_code') return exchangeCode(accounts, ofClient, origin);
  if (request.grant_type === 'refresh_token') return refreshTokens(accounts, ofClient, origin);
  throw new OauthError('unsupported_grant_type', 'Send a code or a refresh token.');
}

/** What the transaction found; the error is thrown after its commit, which ends a stolen grant. */
type Issue = { tokens: TokenResponse } | { refused: true };

async function settle(issue: Promise<Issue>): Promise<TokenResponse> {
  const settled = await issue;
  if ('refused' in settled) throw invalidGrant();
  return settled.tokens;
}

function exchangeCode(accounts: Accounts, request: TokenRequest, origin: Origin) {
  const { code = '', code_verifier: verifier = '', client_id: clientId } = request;
  if (!isSecret('code', code)) throw invalidGrant();
  const now = accounts.clock.now();
  return settle(
    accounts.work.write(async (tx): Promise<Issue> => {
      const found = await oauthStore.lockCode(tx, hashSecret(code));
      if (!found || found.client_id !== clientId || found.expires_at <= now)
        return { refused: true };
      if (found.grant_id) {
        await endGrant(accounts, tx, { id: found.grant_id, accountId: found.account_id, origin });
        return { refused: true };
      }
      await requireEnabled(tx, clientId);
      const isSame = (request.redirect_uri ?? found.redirect_uri) === found.redirect_uri;
      if (!isSame || hashVerifier(verifier) !== found.challenge) return { refused: true };
      return { tokens: await createGrant(accounts, tx, found, { hash: hashSecret(code), origin }) };
    }),
  );
}

async function createGrant(
  accounts: Accounts,
  tx: Tx,
  code: oauthStore.CodeRow,
  { hash, origin }: { hash: Buffer; origin: Origin },
): Promise<TokenResponse> {
  const now = accounts.clock.now();
  const client = (await oauthStore.findClient(tx, code.client_id))!;
  const account = (await findAccount(tx, code.account_id))!;
  const grant = {
    id: createId(now),
    account_id: code.account_id,
    client_id: code.client_id,
    client_name: client.name,
    redirect_host: describeRedirect(code.redirect_uri).host,
    scopes: code.scopes,
    may_change: code.may_change,
    created_at: now,
    last_used_at: now,
    expires_at: grantEnd(now),
  };
  await oauthStore.insertGrant(tx, grant);
  await oauthStore.markCodeUsed(tx, hash, grant.id);
  await oauthStore.endOldestGrants(tx, account.id, now, budgets.connectedAppsPerAccount);
  await logActivity(accounts, tx, { accountId: account.id, kind: 'app_connected', origin });
  await sendAppConnectedMail(accounts, tx, { account, name: client.name, at: now });
  return createTokens(accounts, tx, grant);
}

const grantEnd = (now: Date) => new Date(now.getTime() + grantDays * dayMs);

function refreshTokens(accounts: Accounts, request: TokenRequest, origin: Origin) {
  const { refresh_token: refresh = '', client_id: clientId } = request;
  if (!isSecret('refresh', refresh)) throw invalidGrant();
  const hash = hashSecret(refresh);
  const now = accounts.clock.now();
  return settle(
    accounts.work.write(async (tx): Promise<Issue> => {
      const first = await oauthStore.findToken(tx, hash);
      const grant = first && (await oauthStore.lockGrant(tx, first.grant_id));
      // Another request may have used it while this one waited for the lock.
      const token = grant && (await oauthStore.findToken(tx, hash));
      if (!grant || token?.kind !== 'refresh' || grant.client_id !== clientId)
        return { refused: true };
      if (grant.revoked_at || grant.expires_at <= now) return { refused: true };
      if (token.used_at && now.getTime() - token.used_at.getTime() > reuseSeconds * secondMs) {
        await endGrant(accounts, tx, { id: grant.id, accountId: grant.account_id, origin });
        return { refused: true };
      }
      await requireEnabled(tx, grant.client_id);
      if (!token.used_at) await oauthStore.markTokenUsed(tx, hash, now);
      await oauthStore.touchGrant(tx, grant.id, { now, expiresAt: grantEnd(now) });
      await oauthStore.touchClient(tx, grant.client_id, now);
      return { tokens: await createTokens(accounts, tx, grant) };
    }),
  );
}

type TokenResponse = {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
};

async function createTokens(
  { clock }: Accounts,
  tx: Tx,
  grant: Pick<oauthStore.GrantRow, 'id' | 'account_id' | 'scopes' | 'may_change'>,
): Promise<TokenResponse> {
  const now = clock.now();
  const [access, refresh] = [createSecret('access'), createSecret('refresh')];
  const shared = { grant_id: grant.id, account_id: grant.account_id, created_at: now };
  await oauthStore.insertTokens(tx, [
    {
      ...shared,
      kind: 'access',
      token_hash: hashSecret(access),
      expires_at: new Date(now.getTime() + appAccessMinutes * minuteMs),
    },
    { ...shared, kind: 'refresh', token_hash: hashSecret(refresh), expires_at: grantEnd(now) },
  ]);
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: appAccessMinutes * 60,
    refresh_token: refresh,
    scope: [...grant.scopes, ...(grant.may_change ? [writeScope] : [])].join(' '),
  };
}

/** Ends a grant with all its tokens, in every process. False if it had ended. */
export async function endGrant(
  accounts: Accounts,
  tx: Tx,
  { id, accountId, origin }: { id: string; accountId: number; origin: Origin },
): Promise<boolean> {
  const ended = await oauthStore.revokeGrants(tx, accountId, accounts.clock.now(), id);
  if (ended.length === 0) return false;
  await accounts.grantCache.invalidate(tx, accountId);
  await logActivity(accounts, tx, { accountId, kind: 'app_disconnected', origin });
  return true;
}

/** Whoever has a token may end its grant (RFC 7009). A token that is none of ours is fine, too. */
export async function revokeToken(
  accounts: Accounts,
  { token, client_id: clientId }: { token: string; client_id?: string | undefined },
  origin: Origin,
): Promise<void> {
  await accounts.work.write(async (tx) => {
    const found = await oauthStore.findToken(tx, hashSecret(token));
    const grant = found && (await oauthStore.lockGrant(tx, found.grant_id));
    if (!grant || (clientId !== undefined && parseClientKey(clientId) !== grant.client_id)) return;
    await endGrant(accounts, tx, { id: grant.id, accountId: grant.account_id, origin });
  });
}
