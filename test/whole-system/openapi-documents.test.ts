// The two OpenAPI documents as files in docs/: complete, small, and right by Redocly's rules.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { describe, expect, test } from 'vitest';
import { isFor } from '#kernel/openapi/openapi.ts';
import { listEndpoints } from '#lib/api-description.ts';
import { resolvePaths, resolveSchema } from '#lib/openapi-refs.ts';
import type { OpenApiDocument, Schema, Schemas } from '#lib/openapi-types.ts';
import { readOpenApiDocument } from '#test/readers/openapi-documents.ts';
import { contracts } from '../../src/contracts.ts';
import { createDocument } from '../../src/openapi-documents.ts';
import { scaledMs } from '../time-limits.ts';

const files = { customers: 'openapi.json', staff: 'openapi-staff.json' } as const;
const readText = (file: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../../docs', file), 'utf8');

const operationsIn = ({ paths }: OpenApiDocument) =>
  Object.values(paths).flatMap((byMethod) => Object.values(byMethod));
const endpoints = listEndpoints(contracts);
/** Its type lacks what it has: it extends nothing. */
const recommended = oas as unknown as RulesetDefinition;

describe.each(Object.entries(files) as ['customers' | 'staff', (typeof files)['staff']][])(
  'the document for %s',
  (audience, file) => {
    const document = readOpenApiDocument(file);
    const operations = operationsIn(document);

    test('it has the calls of its readers, each once', () => {
      const names = endpoints
        .filter(({ endpoint }) => isFor(audience, endpoint))
        .map(({ name }) => name);
      expect(operations.map(({ operationId }) => operationId).sort()).toEqual(names.sort());
    });

    test("Redocly's recommended rules find nothing", async () => {
      const config = await createConfig({
        extends: ['recommended'],
        rules: {
          // Every path of this API ends with a slash; the server accepts it without one too.
          'no-path-trailing-slash': 'off',
          // Files have no address but an example; the documents that are served have their own.
          'no-server-example.com': 'off',
        },
      });
      const problems = await lintFromString({
        source: readText(file),
        absoluteRef: file,
        config,
      });
      const lines = problems.map(
        ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
      );
      expect(lines).toEqual([]);
    });

    test(
      "Spectral's recommended rules find nothing",
      async () => {
        const linter = new Spectral();
        linter.setRuleset({
          extends: [[recommended, 'recommended']],
          // As above.
          rules: { 'path-keys-no-trailing-slash': 'off' },
        });
        const served = createDocument(audience, 'https://example.com');
        const problems = await linter.run(JSON.stringify(served));
        const lines = problems.map(
          ({ code, message, path: at }) => `${code}: ${message} ${at.join('/')}`,
        );
        expect(lines).toEqual([]);
      },
      scaledMs(120_000),
    );

    test('each call has one tag, and tags have texts', () => {
      const tags = document.tags.map(({ name }) => name);
      expect(
        operations.filter((one) => one.tags.length !== 1 || !tags.includes(one.tags[0]!)),
      ).toEqual([]);
      expect(document.tags.filter(({ description }) => description.length < 20)).toEqual([]);
    });

    test('each call has a description of its own', () => {
      const texts = operations.map(({ description }) => description.split('\n\n')[0]!);
      expect(texts.filter((text) => !/^[A-Z].{25,400}\.$/.test(text))).toEqual([]);
      expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
    });

    test('components have names that generators of clients can use', () => {
      const names = Object.values(document.components).flatMap(Object.keys);
      expect(names.filter((name) => !/^[A-Za-z][A-Za-z0-9]*$/.test(name))).toEqual([]);
    });
  },
);

test('the calls of customers come first where a new customer starts', () => {
  const [first] = operationsIn(readOpenApiDocument('openapi.json'));
  expect(first?.operationId).toBe('listApiKeys');
});

test('customers do not see the fields that are for staff', () => {
  const { paths, components } = readOpenApiDocument('openapi.json');
  const query = paths['/apix/billing/usage/']?.get?.parameters ?? [];
  expect(query.filter((one) => one.name === 'user')).toEqual([]);
  expect(components.schemas.Lead?.properties).not.toHaveProperty('admin_notes');
});

const isSchema = (node: unknown): node is Schema => typeof node === 'object' && node !== null;

/** The names of fields without a sentence, in the bodies of requests and of responses. */
function undescribedFields(node: unknown, place: string, schemas: Schemas): string[] {
  if (!isSchema(node)) return [];
  const inherited = new Set(node.allOf?.some(({ $ref }) => $ref) ? errorFields : []);
  const own = Object.entries(node.properties ?? {})
    .filter(
      ([name, schema]) =>
        !inherited.has(name) && !resolveSchema(schema, schemas).description && !schema.not,
    )
    .map(([name]) => `${place}.${name}`);
  const inner = Object.entries(node)
    .filter(([key]) => !['example', 'examples', 'default', 'enum', 'const'].includes(key))
    .flatMap(([, part]) => undescribedFields(part, place, schemas));
  return [...own, ...inner];
}
/** Their sentences are with what all errors have. */
const errorFields = ['detail', 'non_field_errors', 'code'];

test('each field and each parameter for customers has a sentence', () => {
  const document = readOpenApiDocument('openapi.json');
  const { paths, components } = document;
  const parameters = Object.values(resolvePaths(document))
    .flatMap((byMethod) => Object.values(byMethod))
    .flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter(({ description }) => !description)
        .map(({ name }) => `${operationId}, parameter ${name}`),
    );
  const undescribed = [
    ...Object.entries(components.schemas).flatMap(([name, schema]) =>
      undescribedFields(schema, name, components.schemas),
    ),
    ...undescribedFields(paths, 'paths', components.schemas),
    ...parameters,
  ];
  expect(undescribed).toEqual([]);
});

/** For each call and each event. Lower them when the document is shorter. */
const linesMax = 112;
const compressedBytesMax = 275;

test('the document for customers is small', () => {
  const text = readText('openapi.json');
  const document = JSON.parse(text) as OpenApiDocument;
  const parts = operationsIn(document).length + Object.keys(document.webhooks ?? {}).length;
  expect(text.split('\n').length / parts).toBeLessThanOrEqual(linesMax);
  const compressed = zlib.brotliCompressSync(JSON.stringify(document));
  expect(compressed.length / parts).toBeLessThanOrEqual(compressedBytesMax);
});
