import type { FastifyInstance } from 'fastify';
import type { Database } from './database/database.ts';
import type { StaticAnswer } from './http/server.ts';

/** `database`: the primary answers. `migrations`: it has every migration of this build. */
export type Readiness = { database: boolean; migrations: boolean };

/**
 * `GET /healthz`: the process lives. It asks nothing, so that a database that is away gets no
 * process restarted, and is answered before the router: balancers ask all the time, and their
 * questions belong in no log.
 */
export function createHealthAnswer(headers: Record<string, string>): StaticAnswer {
  const body = '{"status":"ok"}';
  const prepared = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    'cache-control': 'no-store',
  }).flat();
  return (request, response) => {
    if (request.url !== '/healthz' || !['GET', 'HEAD'].includes(request.method ?? '')) return false;
    response.writeHead(200, prepared);
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  };
}

/** `GET /readyz`: 200 when requests may come, else 503 with what is missing. */
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
