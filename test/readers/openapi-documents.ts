import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { OpenApiDocument } from '#lib/openapi-types.ts';

const docs = path.resolve(import.meta.dirname, '../../docs');

/** The document for customers, or that for staff. */
export const readOpenApiDocument = (file: 'openapi.json' | 'openapi-staff.json') =>
  JSON.parse(readFileSync(path.join(docs, file), 'utf8')) as OpenApiDocument;

/** Both: together they have every call. */
export const readOpenApiDocuments = (): OpenApiDocument[] => [
  readOpenApiDocument('openapi.json'),
  readOpenApiDocument('openapi-staff.json'),
];
