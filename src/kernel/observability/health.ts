import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ClockWatch } from '../clock-watch.ts';
import type { Database } from '../database/open-database.ts';
import type { DatabaseReadiness } from '../database/readiness.ts';
import type { Drain } from '../http/drain.ts';
import type { Jobs } from '../jobs/jobs.ts';

/**
 * `accepting`: the process is not about to stop. `warnings`: one sentence for each thing that is
 * wrong although requests can be served.
 */
export type Readiness = DatabaseReadiness & { accepting: boolean; warnings: readonly string[] };

/** A response to `/healthz`, made once. Its body is ASCII. */
export type PreparedHealth = { status: number; headers: string[]; body: string };

export function prepareHealth(
  headers: Readonly<Record<string, string>>,
  { status, body }: { status: number; body: { status: string } },
): PreparedHealth {
  const text = JSON.stringify(body);
  const own = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(text.length),
    'cache-control': 'no-store',
  };
  return { status, headers: Object.entries({ ...headers, ...own }).flat(), body: text };
}

export const alive = { status: 200, body: { status: 'ok' } };

/**
 * `GET /healthz`: the process is alive. It checks nothing else, so that a database outage restarts
 * no process. Handled before the router, because load balancers call it constantly and their
 * requests should not be logged.
 */
export function createHealthHandler(ofAll: Readonly<Record<string, string>>) {
  const { status, headers, body } = prepareHealth(ofAll, alive);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.url !== '/healthz' || !['GET', 'HEAD'].includes(request.method ?? '')) return false;
    response.writeHead(status, headers);
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  };
}

/** `GET /readyz`: 200 when the process can serve requests, else 503 with what is missing. */
export function mountHealth(
  app: FastifyInstance,
  {
    database,
    drain,
    jobs,
    clockWatch,
  }: {
    database: Pick<Database, 'checkReadiness'>;
    drain?: Drain | undefined;
    jobs: Pick<Jobs, 'isStarting'>;
    clockWatch: ClockWatch;
  },
): void {
  app.get('/readyz', async (_request, reply) => {
    const state = await database.checkReadiness();
    const accepting = drain?.isDraining() !== true;
    const missing = [
      ...state.missing,
      ...(accepting ? [] : ['The process is about to stop.']),
      ...(jobs.isStarting() ? ['The job queues are being opened.'] : []),
    ];
    const fault = state.database ? await clockWatch.findFault().catch(() => null) : null;
    const readiness: Readiness = { ...state, accepting, missing, warnings: fault ? [fault] : [] };
    return reply
      .code(missing.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(readiness);
  });
}
