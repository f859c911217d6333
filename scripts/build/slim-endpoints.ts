// Schemas of endpoints cost the browser 22 KB of zod that only the server uses. The site's build
// reduces every module in a wire/ folder to a few facts of its endpoints; other
// values that screens need are in files with a further suffix, such as `tickets.form.ts`.
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { isEndpoint } from '#lib/api-description.ts';
import type { Endpoint } from '#lib/endpoint.ts';

type ResponseKind = null | { bytes: string } | { event: true };

/** An endpoint without schemas: only whether a response is bytes, events or empty. */
export function slimEndpoint({ method, path, responses, download, testMode }: Endpoint) {
  const kinds = Object.entries(responses).flatMap(([status, shape]): [string, ResponseKind][] => {
    if (shape === null) return [[status, null]];
    if ('bytes' in shape) return [[status, { bytes: shape.bytes }]];
    return 'event' in shape ? [[status, { event: true }]] : [];
  });
  return {
    method,
    path,
    responses: Object.fromEntries(kinds),
    ...(download && { download }),
    ...(testMode && { testMode }),
  };
}

/** Not the fields of schemas: the pages about errors are printed from declarations with schemas. */
const wireFile = /\/src\/(areas\/[^/]+|lib)\/wire\/(?:[a-z-]+\/)?(?!fields\.)[a-z-]+\.ts$/;

export const slimEndpoints = (): Plugin => ({
  name: 'slim-endpoints',
  enforce: 'pre',
  async load(id) {
    const [file = ''] = id.split('?');
    if (!wireFile.test(file)) return;
    // The timestamp makes Node import the file again after an edit.
    const address = `${pathToFileURL(file).href}?at=${statSync(file).mtimeMs}`;
    const module = (await import(address)) as Record<string, unknown>;
    return Object.entries(module)
      .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
      .map(
        ([name, endpoint]) => `export const ${name} = ${JSON.stringify(slimEndpoint(endpoint))};`,
      )
      .join('\n');
  },
});
