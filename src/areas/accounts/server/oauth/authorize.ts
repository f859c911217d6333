// A person is asked whether an app may act for them, and answers.
import type { z } from 'zod';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { minuteMs } from '#lib/durations.ts';
import { type Scope, scopes } from '#lib/scopes.ts';
import { isUuid } from '#lib/uuid.ts';
import {
  type AppRequestWire,
  type answerAppRequest,
  appDisabled,
  appRequestInvalid,
  appUnknown,
  type readAppRequest,
} from '../../wire/apps.ts';
import type { Accounts } from '../accounts.ts';
import { parseClientKey } from './client-documents.ts';
import { createSecret, hashSecret } from './oauth-secrets.ts';
import { isOurResource } from './oauth-server.ts';
import { type ClientRow, findClient, insertCode, saveClient } from './oauth-store.ts';
import { describeRedirect, matchesRedirect, withParameters } from './redirect-uris.ts';

type Request = z.output<typeof readAppRequest.query>;
type Answer = z.output<typeof answerAppRequest.body>;

const codeMinutes = 2;
/** 43 characters of base64url: a SHA-256. */
const challengePattern = /^[\w-]{43}$/;

/** `describedBy` is the host of the document that describes it; null for a registered app. */
type Client = Pick<ClientRow, 'id' | 'name' | 'uri' | 'redirect_uris' | 'document_url'> & {
  describedBy: string | null;
  registeredAt: Date | null;
};

async function findApp(accounts: Accounts, clientId: string): Promise<Client | undefined> {
  const id = parseClientKey(clientId);
  if (!id) return undefined;
  const found = await accounts.work.read((db) => findClient(db, id));
  if (found?.disabled_at) throw apiError(appDisabled);
  if (isUuid(clientId))
    return found && { ...found, describedBy: null, registeredAt: found.created_at };
  const described = await accounts.readClientDocument(clientId);
  if (!described) return undefined;
  return {
    ...described,
    id,
    document_url: clientId,
    describedBy: new URL(clientId).host,
    registeredAt: null,
  };
}

type CheckedRequest = {
  client: Client;
  redirectUri: string;
  challenge: string;
  scopes: Scope[];
};

/**
 * Until client and address are known to belong together nothing is sent to that address: it may be
 * an attacker's. Afterwards the app learns of every error there.
 */
async function checkRequest(accounts: Accounts, request: Request): Promise<CheckedRequest> {
  const { SITE_URL: siteUrl } = accounts.config;
  const client = await findApp(accounts, request.client_id);
  if (!client) throw apiError(appUnknown);
  const [first, ...others] = client.redirect_uris;
  const redirectUri = request.redirect_uri ?? (others.length === 0 ? first : undefined);
  if (!redirectUri || !client.redirect_uris.some((one) => matchesRedirect(one, redirectUri)))
    throw apiError(appUnknown);
  const refuse = (error: string, error_description: string) =>
    apiError(appRequestInvalid, {
      redirect_to: withParameters(redirectUri, {
        error,
        error_description,
        state: request.state,
        iss: siteUrl,
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
    scopes: parseScopes(request.scope),
  };
}

const isChallenge = (text: string | undefined): text is string =>
  text !== undefined && challengePattern.test(text);

/** Names that we do not know are ignored, as RFC 6749 allows. */
function parseScopes(text: string | undefined): Scope[] {
  const names = new Set((text ?? '').split(' '));
  const known = scopes.filter((scope) => names.has(scope));
  return known.length > 0 ? known : [...scopes];
}

export async function readRequest(accounts: Accounts, request: Request): Promise<AppRequestWire> {
  const { client, redirectUri, scopes: requested } = await checkRequest(accounts, request);
  const { host, isLocal } = describeRedirect(redirectUri);
  return {
    name: client.name,
    uri: client.uri,
    described_by: client.describedBy,
    registered_at: client.registeredAt?.toISOString() ?? null,
    redirect_host: host,
    is_local: isLocal,
    scopes: requested,
  };
}

/** Returns where the browser goes: the app gets a code there, or is told of the refusal. */
export async function answerRequest(
  accounts: Accounts,
  actor: Actor,
  answer: Answer,
): Promise<string> {
  const { client, redirectUri, challenge, ...request } = await checkRequest(accounts, answer);
  const granted = request.scopes.filter((scope) => answer.scopes?.includes(scope) ?? true);
  const { state } = answer;
  const iss = accounts.config.SITE_URL;
  if (!answer.is_allowed || granted.length === 0)
    return withParameters(redirectUri, { error: 'access_denied', state, iss });
  const now = accounts.clock.now();
  const code = createSecret('code');
  await accounts.work.write(async (tx) => {
    const { id, name, uri, redirect_uris, document_url } = client;
    await saveClient(tx, { id, name, uri, redirect_uris, document_url }, now);
    await insertCode(tx, {
      code_hash: hashSecret(code),
      account_id: actor.accountId,
      client_id: id,
      redirect_uri: redirectUri,
      challenge,
      scopes: granted,
      may_change: answer.may_change,
      created_at: now,
      expires_at: new Date(now.getTime() + codeMinutes * minuteMs),
    });
  });
  return withParameters(redirectUri, { code, state, iss });
}
