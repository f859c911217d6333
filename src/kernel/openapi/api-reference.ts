// The API reference at /docs/api: Scalar, served from our own origin, on top of /apix/schema/.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type Encoding } from '../http/content-negotiation.ts';
import { contentSecurityPolicy } from '../http/responses/security-headers.ts';

const settings = {
  withDefaultFonts: false,
  theme: 'none',
  darkMode: true,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};

const page = (title: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<noscript>The reference needs JavaScript. The OpenAPI document is at <a href="/apix/schema/">/apix/schema/</a>.</noscript>
<script id="api-reference" data-url="/apix/schema/" data-configuration='${JSON.stringify(settings)}'></script>
<script src="/docs/api/scalar.js"></script>
</body>
</html>`;

export const schemaRoute = { method: 'GET', path: '/apix/schema/' } as const;

export function mountApiReference(
  app: FastifyInstance,
  { document, title }: { document: () => unknown; title: string },
): void {
  const schema = createCompressedText(() => Buffer.from(JSON.stringify(document())));
  const script = createCompressedText(readScalar);
  app.get(schemaRoute.path, (request, reply) =>
    sendText(schema, request, reply, {
      'cache-control': 'public, max-age=300',
      'content-type': 'application/json; charset=utf-8',
    }),
  );
  app.get('/docs/api', (_request, reply) =>
    reply
      .header('content-security-policy', contentSecurityPolicy([]))
      .header('cache-control', 'public, max-age=300')
      .type('text/html; charset=utf-8')
      .send(page(title)),
  );
  app.get('/docs/api/scalar.js', (request, reply) =>
    sendText(script, request, reply, {
      'cache-control': 'public, max-age=86400',
      'content-type': 'text/javascript; charset=utf-8',
    }),
  );
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

/** The build copies it, so that a server does without the package and its 257 others. */
export const scalarScript = 'node_modules/@scalar/api-reference/dist/browser/standalone.js';
export const builtScalarScript = 'build/server/scalar.js';

function readScalar(): Buffer {
  const root = path.resolve(import.meta.dirname, '../../..');
  const built = path.join(root, builtScalarScript);
  return readFileSync(existsSync(built) ? built : path.join(root, scalarScript));
}
