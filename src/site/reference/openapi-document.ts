// The OpenAPI document of docs/, which is generated from the contracts and never stale. Node reads
// the file; in the build scripts/build/content-pages.ts replaces this module with its value, which
// no browser loads.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { OpenApiDocument } from '#lib/openapi-types.ts';

const file = path.resolve(import.meta.dirname, '../../../docs/openapi.json');

export const openApiDocument: OpenApiDocument = JSON.parse(readFileSync(file, 'utf8'));
