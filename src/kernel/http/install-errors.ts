// How errors of calls become responses.
import type { FastifyInstance } from 'fastify';
import { commonErrors, type Endpoint } from '#lib/endpoint.ts';
import { testModeErrors } from '#lib/test-mode-errors.ts';
import { transportErrors } from '#lib/transport-errors.ts';
import type { Config } from '../config.ts';
import type { ReportError } from '../observability/error-reports.ts';
import {
  ApiError,
  apiError,
  serverErrorResponse,
  toErrorResponse,
  toFrameworkErrorResponse,
  toRefusal,
} from './errors.ts';
import { type Call, findNearestCalls } from './nearest-calls.ts';
import { createErrorFormat } from './responses/error-format.ts';

export function installErrors(
  app: FastifyInstance,
  config: Config,
  { reportError, calls = [] }: { reportError?: ReportError | undefined; calls?: readonly Call[] },
): void {
  const format = createErrorFormat(config);
  app.setErrorHandler((error, request, reply) => {
    const endpoint = request.routeOptions.config.endpoint;
    const known =
      toErrorResponse(error) ?? toFrameworkErrorResponse(error as { statusCode?: number });
    const refusal = toRefusal(error);
    if (refusal)
      request.log.warn(
        { reqId: request.id, code: refusal.declaration.code, err: error },
        'request refused',
      );
    const isKnown = known && isDeclared(error, endpoint, config.isProduction);
    if (!isKnown) {
      request.log.error({ reqId: request.id, err: error }, 'request failed');
      const route = request.routeOptions.url ?? 'none';
      reportError?.(error, { requestId: request.id, method: request.method, route });
    }
    const response = format(request, isKnown ? known : serverErrorResponse);
    const announced = reply.getHeader('link');
    reply.code(response.status).headers(response.headers);
    if (announced) reply.header('link', `${announced}, ${response.headers.link}`);
    return reply.send(response.body);
  });
  app.setNotFoundHandler(({ method, url }) => {
    const nearest = findNearestCalls(calls, { method, url });
    throw nearest.length > 0
      ? apiError(transportErrors.unknownCall, { nearest })
      : apiError(commonErrors.notFound);
  });
}

/**
 * Outside production an error code that the contract does not declare is a bug and becomes a 500.
 */
function isDeclared(error: unknown, endpoint: Endpoint | undefined, isProduction: boolean) {
  if (!(error instanceof ApiError) || !endpoint || isProduction) return true;
  const ofAll = [...Object.values(commonErrors), ...Object.values(testModeErrors)];
  const declared = [...ofAll, ...(endpoint.errors ?? [])];
  return declared.some(({ code }) => code === error.declaration.code);
}
