// The protocol's own addresses, whose forms and errors RFCs prescribe, and the calls with which a
// person connects and disconnects apps.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import site from '#content/site.json' with { type: 'json' };
import { allowCalls, anyOrigin } from '#kernel/http/any-origin.ts';
import type { Api } from '#kernel/http/api.ts';
import { networkCaller } from '#kernel/http/caller.ts';
import { InvalidInput } from '#kernel/http/errors.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import type { RateLimit } from '#kernel/http/rate-limits.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { mcpPath } from '#kernel/mcp/mcp-route.ts';
import * as contract from '../../wire/apps.ts';
import { type Accounts, readOrigin } from '../accounts.ts';
import { answerRequest, readRequest } from './authorize.ts';
import { disconnectApp, serializeApp } from './connected-apps.ts';
import { issueTokens, revokeToken, tokenRequest } from './issue-tokens.ts';
import { OauthError } from './oauth-error.ts';
import { describeResource, describeServer, oauthPaths } from './oauth-server.ts';
import { listGrants } from './oauth-store.ts';
import { registerClient } from './register-client.ts';

export function oauthRoutes(api: Api, accounts: Accounts): void {
  appRoutes(api, accounts);
  metadataRoutes(api.app, accounts.config.SITE_URL);
  void api.app.register(async (scope) => protocolRoutes(scope, accounts));
}

function appRoutes(api: Api, accounts: Accounts): void {
  mount(api, contract.readAppRequest, async ({ query }) =>
    respond(200, await readRequest(accounts, query)),
  );
  mount(api, contract.answerAppRequest, async ({ actor, body }) =>
    respond(200, { redirect_to: await answerRequest(accounts, actor, body) }),
  );
  mount(api, contract.listConnectedApps, ({ db, actor, query, request }) =>
    respondPage(
      api,
      { query, request },
      (page) => listGrants(db, actor.accountId, accounts.clock.now(), page),
      (rows) => rows.map(serializeApp),
    ),
  );
  mount(api, contract.disconnectApp, async ({ db, actor, params, request }) => {
    await disconnectApp(accounts, db, actor, { id: params.id, origin: readOrigin(request) });
    return respond(204);
  });
}

/** Public facts, which programs in browsers read too. */
function metadataRoutes(app: FastifyInstance, siteUrl: string): void {
  const serve = (path: string, document: object) => {
    allowCalls(app, path, 'GET');
    app.get(path, (_request, reply) =>
      reply.headers({ ...anyOrigin, 'cache-control': 'public, max-age=300' }).send(document),
    );
  };
  const { resourceMetadata, serverMetadata } = oauthPaths;
  for (const path of [resourceMetadata, resourceMetadata + mcpPath])
    serve(path, describeResource(siteUrl, site.name));
  serve(serverMetadata, describeServer(siteUrl));
}

const bodyBytesMax = 16_384;
const createLimit = (name: string, points: number, windowSeconds: number): RateLimit => ({
  name,
  points,
  windowSeconds,
  scope: 'shared',
});
/** By network: none of these calls has an account. */
const limits = {
  register: createLimit('oauth-register', 20, 3600),
  token: createLimit('oauth-token', 120, 60),
};

/** Apps in browsers call them too: an app proves itself by what it sends. */
function protocolRoutes(scope: FastifyInstance, accounts: Accounts): void {
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.headers(anyOrigin);
    done();
  });
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, readForm(String(body))),
  );
  scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof OauthError) return refuse(reply, error);
    const status = error instanceof InvalidInput ? 400 : (error.statusCode ?? 500);
    if (status < 500)
      return refuse(reply, new OauthError('invalid_request', error.message, status));
    request.log.error({ reqId: request.id, err: error }, 'request failed');
    return refuse(reply, new OauthError('server_error', 'Try again in a moment.', 500));
  });
  const post = (
    path: string,
    limit: RateLimit,
    act: (request: FastifyRequest) => Promise<{ status: number; body?: object }>,
  ) => {
    allowCalls(scope, path, 'POST');
    scope.post(path, { bodyLimit: bodyBytesMax }, async (request, reply) => {
      await enforceLimit(accounts, limit, request);
      const { status, body } = await act(request);
      return reply.code(status).send(body);
    });
  };
  post(oauthPaths.register, limits.register, async ({ body }) => ({
    status: 201,
    body: await registerClient(accounts, body),
  }));
  post(oauthPaths.token, limits.token, async (request) => ({
    status: 200,
    body: await issueTokens(accounts, parse(tokenRequest, request.body), readOrigin(request)),
  }));
  post(oauthPaths.revoke, limits.token, async (request) => {
    await revokeToken(accounts, parse(revocation, request.body), readOrigin(request));
    return { status: 200 };
  });
}

const revocation = z.object({ token: z.string().max(2000), client_id: z.string().optional() });

/** A parameter that is there twice is refused: the two sides could each read another one. */
function readForm(text: string): Record<string, string> {
  const parameters = new URLSearchParams(text);
  const names = [...parameters.keys()];
  if (new Set(names).size < names.length)
    throw new OauthError('invalid_request', 'A parameter is there twice.');
  return Object.fromEntries(parameters);
}

function parse<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const read = schema.safeParse(body);
  if (!read.success) throw new OauthError('invalid_request', 'A parameter is missing or too long.');
  return read.data;
}

async function enforceLimit(
  { limits: counts }: Accounts,
  limit: RateLimit,
  request: FastifyRequest,
): Promise<void> {
  const { isAllowed, resetSeconds } = await counts.consume(limit, networkCaller(request));
  if (isAllowed) return;
  throw new OauthError('temporarily_unavailable', `Try again in ${resetSeconds} seconds.`, 429);
}

const refuse = (reply: FastifyReply, { code, message, status }: OauthError) =>
  reply.code(status).send({ error: code, error_description: message });
