// The reference of the API at /docs/api: Scalar, from our own address, over /apix/schema/.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePolicy } from './http/security-headers.ts';
import { chooseEncoding, type Encoding } from './static-negotiation.ts';

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
<noscript>The reference needs JavaScript. The document itself is at <a href="/apix/schema/">/apix/schema/</a>.</noscript>
<script id="api-reference" data-url="/apix/schema/" data-configuration='${JSON.stringify(settings)}'></script>
<script src="/docs/api/scalar.js"></script>
</body>
</html>`;

export const schemaRoute = { method: 'GET', path: '/apix/schema/' } as const;

export function mountApiReference(
  app: FastifyInstance,
  { document, title }: { document: () => unknown; title: string },
): void {
  const schema = openText(() => Buffer.from(JSON.stringify(document())));
  const script = openText(readScalar);
  app.get(schemaRoute.path, (request, reply) =>
    sendText(schema, request, reply, {
      'cache-control': 'public, max-age=300',
      'content-type': 'application/json; charset=utf-8',
    }),
  );
  app.get('/docs/api', (_request, reply) =>
    reply
      .header('content-security-policy', pagePolicy([]))
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

type Text = (encoding: Encoding) => Promise<Buffer>;

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
// The finest quality takes many seconds for an eighth less.
const brotliOptions = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } };

/** A large text that stays as it is: each encoding of it is made once, when first asked for. */
function openText(make: () => Buffer): Text {
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
  text: Text,
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Record<string, string>,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding'], ['br', 'gzip']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.headers({ ...headers, vary: 'Accept-Encoding' }).send(await text(encoding));
}

function readScalar(): Buffer {
  const entry = createRequire(import.meta.url).resolve('@scalar/api-reference');
  const root = entry.slice(0, entry.lastIndexOf('api-reference') + 'api-reference'.length);
  return readFileSync(path.join(root, 'dist/browser/standalone.js'));
}
