// Joins the server's code into few files of build/server/: loading a thousand small files takes as
// long as all else that a start does, and their records take 30 MB. Names are kept, nothing is
// minified, but comments are left out.
import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

/**
 * What each process loads when it starts is joined with everything that it imports. Packages that
 * are loaded on demand, have native code or start threads stay where they are.
 */
const joined = new Set([
  '@fastify/cookie',
  '@fastify/cors',
  '@fastify/multipart',
  'bowser',
  'csv-parse',
  'decimal.js',
  'fast-json-stringify',
  'fast-jwt',
  'fastify',
  'ipaddr.js',
  'kysely',
  'libphonenumber-js',
  'lru-cache',
  'pg',
  'pg-boss',
  'prom-client',
  'rate-limiter-flexible',
  'uqr',
  'zod',
]);
const separate = new Set(['pg-native', 'pino']);

function isExternal(id: string, importer = ''): boolean {
  if (path.isAbsolute(id) || /^[.#]/.test(id)) return false;
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? '';
  return separate.has(name) || !(joined.has(name) || importer.includes('/node_modules/'));
}

/**
 * Packages are in files of their own. What V8 needs to parse a file grows with it, 24 MB for all in
 * one, and of what it frees afterwards the process keeps the most. A start still loads few files:
 * `entriesAware` keeps what embedded PostgreSQL needs first apart from the rest.
 */
const packageFiles = { name: 'packages', test: /node_modules/, entriesAware: true };

/** V8 keeps the source, in one byte a character as long as all of them are of ASCII. */
const asciiPlugin: Plugin = {
  name: 'ascii',
  generateBundle(_options, files) {
    for (const { fileName, ...file } of Object.values(files)) {
      const found = file.type === 'chunk' && /.*\P{ASCII}.*/u.exec(file.code);
      if (found) throw new Error(`Write as an escape what is not ASCII, in ${fileName}: ${found}`);
    }
  },
};

/** Code finds its files, such as migrations, workers and templates, from its place in src/. */
const placesPlugin = (root: string, output: string): Plugin => ({
  name: 'places',
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta\.(?:dirname|url)/ },
    handler(code, id) {
      if (!id.startsWith(path.join(root, 'src'))) return null;
      const place = JSON.stringify(path.relative(output, id));
      return code
        .replaceAll('import.meta.dirname', `import.meta.dirname + '/' + ${place} + '/..'`)
        .replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
    },
  },
});

/** `main.js` is src/main.ts, `serve.js` is src/serve.ts. */
export async function buildServer(root: string, output: string): Promise<void> {
  const source = (file: string) => path.join(root, 'src', file);
  const bundle = await rolldown({
    cwd: root,
    input: { main: source('main.ts'), serve: source('serve.ts') },
    platform: 'node',
    external: isExternal,
    plugins: [placesPlugin(root, output), asciiPlugin],
    logLevel: 'warn',
  });
  await bundle.write({
    dir: output,
    format: 'esm',
    entryFileNames: '[name].js',
    charset: 'ascii',
    comments: false,
    codeSplitting: { groups: [packageFiles] },
  });
  await bundle.close();
}
