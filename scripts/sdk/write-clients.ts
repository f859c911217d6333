// Writes what is generated in sdk/ and not stored in the repository: the calls, types and error codes of
// both clients, from the stored OpenAPI documents.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import errorTexts from '#content/errors.json' with { type: 'json' };
import type { OpenApiDocument } from '#lib/openapi-types.ts';
import { printPython } from './generate-python.ts';
import { printSdk } from './generate-sdk.ts';

const root = path.resolve(import.meta.dirname, '../..');

const readDocument = (name: string): OpenApiDocument =>
  JSON.parse(readFileSync(path.join(root, 'docs', name), 'utf8'));

/** Leaves files that are right as they are, so that the compiler need not check them again. */
export function writeClients(): void {
  const customers = readDocument('openapi.json');
  const files = {
    ...printSdk(customers, readDocument('openapi-staff.json')),
    ...printPython(customers, errorTexts),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
