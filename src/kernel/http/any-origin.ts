// For addresses whose only credential is in the request itself: pages of every site may call them,
// since no cookie counts there.
import type { FastifyInstance } from 'fastify';

export const anyOrigin = { 'access-control-allow-origin': '*' } as const;

/** Answers what a browser asks before it calls, whatever origins the operator has named. */
export function allowCalls(app: FastifyInstance, url: string, ...methods: string[]): void {
  app.options(url, { config: { cors: false } }, (request, reply) =>
    reply
      .code(204)
      .headers({
        ...anyOrigin,
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
        'access-control-max-age': '600',
        vary: 'access-control-request-headers',
      })
      .send(),
  );
}
