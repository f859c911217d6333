// Serves the OpenAPI documents, compressed: they have hundreds of kilobytes.
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readStaffSchema } from '#lib/wire/schema.ts';
import type { Api } from '../http/api.ts';
import { chooseEncoding, type Encoding } from '../http/content-negotiation.ts';
import { mount, respond } from '../http/mount.ts';
import type { Audience } from './json-schema.ts';

export const schemaRoute = { method: 'GET', path: '/apix/schema/' } as const;

export function mountSchemas(api: Api, makeDocument: (audience: Audience) => unknown): void {
  const print = (audience: Audience) => Buffer.from(JSON.stringify(makeDocument(audience)));
  const schema = createCompressedText(() => print('customers'));
  api.app.get(schemaRoute.path, (request, reply) =>
    sendText(schema, request, reply, {
      'cache-control': 'public, max-age=300',
      'content-type': 'application/json; charset=utf-8',
    }),
  );
  let forStaff: Buffer | undefined;
  mount(api, readStaffSchema, () => {
    forStaff ??= print('staff');
    return respond(200, forStaff, { 'cache-control': 'private, max-age=300' });
  });
}

type CompressedText = (encoding: Encoding) => Promise<Buffer>;

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
// The highest quality takes many seconds and saves another 12 %.
const brotliOptions = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } };

/** A large constant text. Each encoding is computed once, on its first request. */
function createCompressedText(make: () => Buffer): CompressedText {
  const copies = new Map<Encoding, Promise<Buffer>>();
  return (encoding) => {
    const copy = copies.get(encoding) ?? encode(make(), encoding);
    copies.set(encoding, copy);
    return copy;
  };
}

async function encode(whole: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return whole;
  return encoding === 'br' ? brotli(whole, brotliOptions) : gzip(whole);
}

async function sendText(
  text: CompressedText,
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Record<string, string>,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding'], ['br', 'gzip']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.headers({ ...headers, vary: 'Accept-Encoding' }).send(await text(encoding));
}
