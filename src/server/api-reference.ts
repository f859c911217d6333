// The reference of the API at /docs/api: Scalar, from our own address, over /apix/schema/.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pagePolicy } from './http/security-headers.ts';

const gzipAsync = promisify(gzip);

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
  let printed: string | undefined;
  let script: Promise<Buffer> | undefined;
  app.get(schemaRoute.path, (_request, reply) => {
    printed ??= JSON.stringify(document());
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('application/json; charset=utf-8')
      .send(printed);
  });
  app.get('/docs/api', (_request, reply) =>
    reply
      .header('content-security-policy', pagePolicy([]))
      .header('cache-control', 'public, max-age=300')
      .type('text/html; charset=utf-8')
      .send(page(title)),
  );
  app.get('/docs/api/scalar.js', async (request, reply) => {
    const wantsGzip = String(request.headers['accept-encoding'] ?? '').includes('gzip');
    reply
      .header('cache-control', 'public, max-age=86400')
      .header('vary', 'Accept-Encoding')
      .type('text/javascript; charset=utf-8');
    if (!wantsGzip) return reply.send(readScalar());
    script ??= gzipAsync(readScalar());
    return reply.header('content-encoding', 'gzip').send(await script);
  });
}

function readScalar(): Buffer {
  const entry = createRequire(import.meta.url).resolve('@scalar/api-reference');
  const root = entry.slice(0, entry.lastIndexOf('api-reference') + 'api-reference'.length);
  return readFileSync(path.join(root, 'dist/browser/standalone.js'));
}
