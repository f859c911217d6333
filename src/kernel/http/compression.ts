// Text goes out compressed. Pictures, audio and PDF documents are so already, and an event must not
// wait in a buffer. See docs/decisions/0037-text-goes-out-compressed.md.
import { pipeline, Readable } from 'node:stream';
import zlib from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { chooseEncoding } from '../static-negotiation.ts';

/** What is shorter travels in one packet anyway. */
const bytesMin = 1024;
/** Up to here (0.1 ms) the way to another thread and back costs more than the work itself. */
const bytesAtOnceMax = 16_384;
const text = /^(?:text\/(?!event-stream)|image\/svg\+xml|application\/(?:\S+\+)?(?:json|xml)\b)/;

/**
 * Compresses texts of 1 KB and more, and texts of unknown length, for whoever takes them so. To be
 * called after every hook that wants to see an answer as it is written.
 */
export function compressTexts(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (reply.statusCode === 304) varyByEncoding(reply);
    if (!isLong(payload) || !text.test(String(reply.getHeader('content-type'))))
      return done(null, payload);
    if (reply.hasHeader('content-encoding')) return done(null, payload);
    varyByEncoding(reply);
    if (chooseEncoding(request.headers['accept-encoding'], ['gzip']) === 'identity')
      return done(null, payload);
    const etag = reply.getHeader('etag');
    // The same bytes no more, but the same answer: a strong tag becomes a weak one.
    if (typeof etag === 'string' && etag.startsWith('"')) reply.header('etag', `W/${etag}`);
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    if (payload instanceof Readable) return done(null, compressStream(reply, payload));
    if (payload.length <= bytesAtOnceMax) return done(null, zlib.gzipSync(payload));
    zlib.gzip(payload, done);
  });
}

function compressStream(reply: FastifyReply, source: Readable): Readable {
  // Before the first byte is out a failure is answered in place of the text, and uncompressed.
  source.once('error', () => {
    if (reply.raw.headersSent) return;
    reply.removeHeader('content-encoding');
    reply.raw.removeHeader('content-encoding');
  });
  // Fastify hears of a failure by the stream that it is handed.
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
