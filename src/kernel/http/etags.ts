// ETags for answers that are asked for again and again and seldom change.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#lib/endpoint.ts';
import { matchesEtag } from '../static-negotiation.ts';

/**
 * A 200 of these endpoints gets an ETag of its bytes, and a caller that has them already gets 304
 * without a body. The handlers still run: this saves the way, not the work. Call it once a scope.
 */
export function addEtags(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const known: ReadonlySet<Endpoint | undefined> = new Set(endpoints);
  app.addHook('onSend', async (request, reply, payload) => {
    const isOurs = known.has(request.routeOptions.config.endpoint);
    if (!isOurs || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const digest = createHash('sha256').update(payload).digest('base64url');
    const etag = `"${digest.slice(0, 24)}"`;
    reply.header('etag', etag);
    if (!matchesEtag(request.headers['if-none-match'], etag)) return payload;
    reply.code(304).removeHeader('content-type');
    return null;
  });
}
