import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/open-database.ts';

/** `database`: the primary responds. `migrations`: it has every migration of this build. */
export type Readiness = { database: boolean; migrations: boolean };

/**
 * `GET /healthz`: the process is alive. It checks nothing else, so that a database outage restarts
 * no process. Handled before the router, because load balancers call it constantly and their
 * requests should not be logged.
 */
export function createHealthHandler(headers: Record<string, string>) {
  const body = '{"status":"ok"}';
  const prepared = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    'cache-control': 'no-store',
  }).flat();
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.url !== '/healthz' || !['GET', 'HEAD'].includes(request.method ?? '')) return false;
    response.writeHead(200, prepared);
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  };
}

/** `GET /readyz`: 200 when the process can serve requests, else 503 with what is missing. */
export function mountHealth(
  app: FastifyInstance,
  { database }: { database: Pick<Database, 'pool' | 'isReady'> },
): void {
  app.get('/readyz', async (_request, reply) => {
    const [isAnswering, isMigrated] = await Promise.all([
      database.pool.query('select 1').then(
        () => true,
        () => false,
      ),
      database.isReady(),
    ]);
    const readiness: Readiness = { database: isAnswering, migrations: isMigrated };
    return reply
      .code(isAnswering && isMigrated ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(readiness);
  });
}
