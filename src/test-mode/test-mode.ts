// Test mode: calls with a key that begins with `sk_test_`, and those of sessions that ask for it,
// are served by an environment of their own, which opens when it is first needed. Nothing that it
// does reaches the live database: see docs/decisions/0094-test-mode.md.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSessions } from '#areas/accounts/server/index.ts';
import { ApiError, apiError, toErrorResponse } from '#kernel/http/errors.ts';
import { readCredential } from '#kernel/http/guard.ts';
import { createErrorFormat } from '#kernel/http/responses/error-format.ts';
import { apiHeaders } from '#kernel/http/responses/security-headers.ts';
import type { StaticHandler } from '#kernel/http/server.ts';
import { secondMs } from '#lib/durations.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { testModeParameter } from '#lib/test-mode.ts';
import { testModeErrors } from '#lib/test-mode-errors.ts';
import { hasTestData } from './find-test-database.ts';
import {
  type LiveEnvironment,
  openTestEnvironment,
  type TestEnvironment,
} from './open-test-environment.ts';
import { readTestRequest } from './read-test-request.ts';

export type TestMode = {
  /** Serves the request if it is one of test mode. */
  handle: StaticHandler;
  /** Opens the environment, or returns the open one. */
  open(): Promise<TestEnvironment>;
  /** Opens it if there is something in it. Never throws. */
  resume(): Promise<void>;
  close(): Promise<void>;
};

const retrySeconds = 5;
/** For how long "there is no database" is believed. */
const checkedMs = 10 * secondMs;

export function createTestMode(live: LiveEnvironment): TestMode {
  const { config, log } = live.kernel;
  let opening: Promise<TestEnvironment> | undefined;
  function open(): Promise<TestEnvironment> {
    opening ??= openTestEnvironment(live).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }
  const mayOpen = createOpeningCheck(live);
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (!opening && !(await mayOpen(request)))
        return refuse(request, response, apiError(commonErrors.notAuthenticated));
      const { app } = await open();
      app.routing(request, response);
    } catch (err) {
      if (err instanceof ApiError) return refuse(request, response, err);
      log.error({ err }, 'test mode could not be opened');
      refuse(request, response, apiError(commonErrors.unavailable, { retry_after: retrySeconds }));
    }
  }
  const refuse = createRefusal(config);
  return {
    handle(request, response) {
      const found = readTestRequest(request);
      if (!found) return false;
      if (found.kind === 'page') redirect(response, found.url);
      else if (found.kind === 'refused') refuse(request, response, apiError(found.error));
      else if (!config.hasTestMode) refuse(request, response, apiError(testModeErrors.off));
      else {
        request.url = found.url;
        void serve(request, response);
      }
      return true;
    },
    open,
    async resume() {
      try {
        if (await hasTestData(live.kernel)) await open();
      } catch (err) {
        log.error({ err }, 'test mode could not be opened');
      }
    },
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
}

/**
 * Opening makes a database: only somebody who is signed in does that. Before there is one, no key
 * of test mode exists; another process may have made it meanwhile.
 */
function createOpeningCheck({ kernel, areas }: LiveEnvironment) {
  const sessions = createSessions(areas.accounts);
  let known: { hasData: Promise<boolean>; untilMs: number } | undefined;
  const hasData = () => {
    if (!known || known.untilMs < performance.now())
      known = { hasData: hasTestData(kernel), untilMs: performance.now() + checkedMs };
    return known.hasData;
  };
  return async ({ headers }: IncomingMessage): Promise<boolean> => {
    const credential = readCredential(headers);
    if (credential.kind === 'token' && (await sessions.check(credential.value))) return true;
    return hasData();
  };
}

/** To the page itself, which shows test mode when its address says so. */
function redirect(response: ServerResponse, url: string): void {
  const { pathname, search, hash } = new URL(`http://localhost${url}`);
  const query = new URLSearchParams(search);
  if (pathname.startsWith('/dashboard')) query.set(testModeParameter, 'test');
  const text = query.size > 0 ? `?${query}` : '';
  // An address that begins with two slashes would be one of another host.
  const path = pathname.replace(/^[/\\]+/, '/');
  response.writeHead(302, { location: path + text + hash }).end();
}

function createRefusal(config: LiveEnvironment['kernel']['config']) {
  const format = createErrorFormat(config);
  const headers = apiHeaders(config);
  return (request: IncomingMessage, response: ServerResponse, error: Error): void => {
    const id = randomUUID();
    const errorResponse = format({ url: request.url ?? '/', id }, toErrorResponse(error)!);
    response.writeHead(errorResponse.status, {
      ...headers,
      ...errorResponse.headers,
      'x-request-id': id,
      'content-type': 'application/json; charset=utf-8',
    });
    response.end(JSON.stringify(errorResponse.body));
  };
}
