// A person is asked whether an app may act for them, and answers.
import type { z } from 'zod';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { minuteMs } from '#lib/durations.ts';
import { type Scope, scopes } from '#lib/scopes.ts';
import { isUuid } from '#lib/uuid.ts';
import {
  type AppRequestWire,
  type answerAppRequest,
  appRequestInvalid,
  appUnknown,
  type readAppRequest,
} from '../../wire/apps.ts';
import type { Accounts } from '../accounts.ts';
import { createSecret, hashSecret } from './oauth-secrets.ts';
import { isOurResource } from './oauth-server.ts';
import { type ClientRow, findClient, insertCode, touchClient } from './oauth-store.ts';
import { describeRedirect, matchesRedirect, withParameters } from './redirect-uris.ts';

type Request = z.output<typeof readAppRequest.query>;
type Answer = z.output<typeof answerAppRequest.body>;

const codeMinutes = 2;
/** 43 characters of base64url: a SHA-256. */
const challengePattern = /^[\w-]{43}$/;

type CheckedRequest = {
  client: ClientRow;
  redirectUri: string;
  challenge: string;
  scopes: Scope[];
};

/**
 * Until client and address are known to belong together nothing is sent to that address: it may be
 * an attacker's. Afterwards the app learns of every error there.
 */
async function checkRequest(
  { config: { SITE_URL: siteUrl } }: Accounts,
  db: Db,
  request: Request,
): Promise<CheckedRequest> {
  const client = isUuid(request.client_id) ? await findClient(db, request.client_id) : undefined;
  if (!client) throw apiError(appUnknown);
  const [first, ...others] = client.redirect_uris;
  const redirectUri = request.redirect_uri ?? (others.length === 0 ? first : undefined);
  if (!redirectUri || !client.redirect_uris.some((one) => matchesRedirect(one, redirectUri)))
    throw apiError(appUnknown);
  const refuse = (error: string, error_description: string) =>
    apiError(appRequestInvalid, {
      redirect_to: withParameters(redirectUri, {
        ...{ error, error_description, state: request.state, iss: siteUrl },
      }),
    });
  if (request.response_type !== 'code')
    throw refuse('unsupported_response_type', 'Only the response type code is supported.');
  if (request.code_challenge_method !== 'S256' || !isChallenge(request.code_challenge))
    throw refuse('invalid_request', 'Send a code_challenge by the method S256.');
  if (!isOurResource(request.resource, siteUrl))
    throw refuse('invalid_target', 'There is no such resource here.');
  return {
    client,
    redirectUri,
    challenge: request.code_challenge,
    scopes: scopesOf(request.scope),
  };
}

const isChallenge = (text: string | undefined): text is string =>
  text !== undefined && challengePattern.test(text);

/** Names that we do not know are ignored, as RFC 6749 allows. */
function scopesOf(text: string | undefined): Scope[] {
  const names = new Set((text ?? '').split(' '));
  const known = scopes.filter((scope) => names.has(scope));
  return known.length > 0 ? known : [...scopes];
}

export async function readRequest(
  accounts: Accounts,
  db: Db,
  request: Request,
): Promise<AppRequestWire> {
  const { client, redirectUri, scopes: wanted } = await checkRequest(accounts, db, request);
  const { host, isLocal } = describeRedirect(redirectUri);
  return {
    name: client.name,
    uri: client.uri,
    redirect_host: host,
    is_local: isLocal,
    scopes: wanted,
  };
}

/** Returns where the browser goes: the app gets a code there, or is told of the refusal. */
export async function answerRequest(
  accounts: Accounts,
  tx: Tx,
  actor: Actor,
  answer: Answer,
): Promise<string> {
  const { client, redirectUri, challenge, ...wanted } = await checkRequest(accounts, tx, answer);
  const granted = wanted.scopes.filter((scope) => answer.scopes?.includes(scope) ?? true);
  const { state } = answer;
  const iss = accounts.config.SITE_URL;
  if (!answer.is_allowed || granted.length === 0)
    return withParameters(redirectUri, { error: 'access_denied', state, iss });
  const now = accounts.clock.now();
  const code = createSecret('code');
  await touchClient(tx, client.id, now);
  await insertCode(tx, {
    code_hash: hashSecret(code),
    account_id: actor.accountId,
    client_id: client.id,
    redirect_uri: redirectUri,
    challenge,
    scopes: granted,
    may_change: answer.may_change,
    created_at: now,
    expires_at: new Date(now.getTime() + codeMinutes * minuteMs),
  });
  return withParameters(redirectUri, { code, state, iss });
}
