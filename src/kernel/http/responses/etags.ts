// ETags for responses that are requested often and change rarely.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#lib/endpoint.ts';
import { matchesEtag } from '../content-negotiation.ts';

/**
 * Adds an ETag to 200 responses of these endpoints and responds 304 when the client has the same
 * bytes. Handlers still run: this saves bandwidth, not work. Call it once per scope.
 */
export function addEtags(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const known: ReadonlySet<Endpoint | undefined> = new Set(endpoints);
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const isOurs = known.has(request.routeOptions.config.endpoint);
    if (!isOurs || reply.statusCode !== 200 || typeof payload !== 'string')
      return done(null, payload);
    const digest = createHash('sha256').update(payload).digest('base64url');
    const etag = `"${digest.slice(0, 24)}"`;
    reply.header('etag', etag);
    if (!matchesEtag(request.headers['if-none-match'], etag)) return done(null, payload);
    reply.code(304).removeHeader('content-type');
    done(null, null);
  });
}
