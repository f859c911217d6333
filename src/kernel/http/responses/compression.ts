// Compresses text responses. Images, audio and PDF are compressed already, and events must not wait
// in a buffer. `@fastify/compress` gives two bodies one strong ETag, and decompresses requests without
// a limit. BREACH needs responses to a cookie alone that repeat the request, and there are none.
import { pipeline, Readable } from 'node:stream';
import zlib from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { chooseEncoding } from '../content-negotiation.ts';

/** Shorter responses fit into one packet anyway. */
const bytesMin = 1024;
/** Up to this size (0.1 ms) the thread pool costs more than synchronous compression. */
const bytesAtOnceMax = 16_384;
const text = /^(?:text\/(?!event-stream)|image\/svg\+xml|application\/(?:\S+\+)?(?:json|xml)\b)/;

/**
 * Compresses texts of 1 KB and more, and texts of unknown length, for clients that accept gzip.
 * Call it after all hooks that need the uncompressed response.
 */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (reply.statusCode === 304) varyByEncoding(reply);
    if (!isLong(payload) || !text.test(String(reply.getHeader('content-type'))))
      return done(null, payload);
    if (reply.hasHeader('content-encoding')) return done(null, payload);
    varyByEncoding(reply);
    if (chooseEncoding(request.headers['accept-encoding'], ['gzip']) === 'identity')
      return done(null, payload);
    const etag = reply.getHeader('etag');
    // No longer byte-identical, so a strong ETag becomes a weak one.
    if (typeof etag === 'string' && etag.startsWith('"')) reply.header('etag', `W/${etag}`);
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    if (payload instanceof Readable) return done(null, compressStream(reply, payload));
    if (payload.length <= bytesAtOnceMax) return done(null, zlib.gzipSync(payload));
    zlib.gzip(payload, done);
  });
}

function compressStream(reply: FastifyReply, source: Readable): Readable {
  // An error before the first byte is sent replaces the response, uncompressed.
  source.once('error', () => {
    if (reply.raw.headersSent) return;
    reply.removeHeader('content-encoding');
    reply.raw.removeHeader('content-encoding');
  });
  // Fastify sees errors on the stream that is returned.
  return pipeline(source, zlib.createGzip(), () => undefined);
}

const isLong = (payload: unknown): payload is string | Uint8Array | Readable =>
  typeof payload === 'string' || payload instanceof Uint8Array
    ? Buffer.byteLength(payload) >= bytesMin
    : payload instanceof Readable;

function varyByEncoding(reply: FastifyReply): void {
  const names = [reply.getHeader('vary') ?? []].flat().map(String);
  if (!names.some((name) => /accept-encoding/i.test(name)))
    reply.header('vary', [...names, 'Accept-Encoding'].join(', '));
}
