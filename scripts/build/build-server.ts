// Joins the server's code into build/server/: loading a thousand small files takes as long as all
// else that a start does, and their records take 30 MB. Names and lines are kept, nothing is
// minified. Packages stay where they are, but for those of hundreds of small files.
import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const joinedPackages = /^(?:kysely|zod|libphonenumber-js)(?:\/|$)/;
const isPackage = (id: string) => /^[^./#]/.test(id);

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
    external: (id) => isPackage(id) && !path.isAbsolute(id) && !joinedPackages.test(id),
    plugins: [placesPlugin(root, output)],
    logLevel: 'warn',
  });
  await bundle.write({ dir: output, format: 'esm', entryFileNames: '[name].js' });
  await bundle.close();
}
