// A contract's schemas cost the browser 22 KB of zod that only the server uses. The client's build
// keeps what a call needs; a schema that a form needs stands in a file beside the contract.
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { Endpoint } from '#lib/endpoint.ts';

type ResponseKind = null | { bytes: string } | { event: true };

/** Schemas fall away; what is left says whether an answer is bytes, events, or nothing. */
export function slimEndpoint({ method, path, responses, download }: Endpoint) {
  const kinds = Object.entries(responses).flatMap(([status, shape]): [string, ResponseKind][] => {
    if (shape === null) return [[status, null]];
    if ('bytes' in shape) return [[status, { bytes: shape.bytes }]];
    return 'event' in shape ? [[status, { event: true }]] : [];
  });
  return { method, path, responses: Object.fromEntries(kinds), ...(download && { download }) };
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

export const slimContracts = (): Plugin => ({
  name: 'slim-contracts',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  async load(id) {
    const [file = ''] = id.split('?');
    if (!/\/(areas\/[^/]+|lib)\/([a-z]+-)?contract\.ts$/.test(file)) return;
    // The time makes Node read the file again after an edit.
    const address = `${pathToFileURL(file).href}?at=${statSync(file).mtimeMs}`;
    const contract = (await import(address)) as Record<string, unknown>;
    return Object.entries(contract)
      .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
      .map(
        ([name, endpoint]) => `export const ${name} = ${JSON.stringify(slimEndpoint(endpoint))};`,
      )
      .join('\n');
  },
});
