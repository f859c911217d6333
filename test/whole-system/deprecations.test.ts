// Calls that end: the days that the guide promises, and a replacement that exists.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createOpenApiDocument } from '#kernel/openapi/openapi.ts';
import { listEndpoints } from '#lib/api-description.ts';
import { deprecationFault } from '#lib/deprecation.ts';
import { endpoint } from '#lib/endpoint.ts';
import type { OpenApiDocument } from '#lib/openapi-types.ts';
import { listRules } from '#site/reference/access.ts';
import { listOperations } from '#site/reference/operations.ts';
import { apiDescription, contracts } from '../../src/contracts.ts';

const all = listEndpoints(contracts).map(({ endpoint }) => endpoint);
const names = new Set(all.map(({ method, path }) => `${method} ${path}`));

test('no call ends earlier than promised, or in favor of one that does not exist', () => {
  const faults = all.flatMap(({ method, path, deprecated }) => {
    if (!deprecated) return [];
    const { instead } = deprecated;
    const fault = instead && !names.has(instead) ? `${instead} does not exist.` : undefined;
    const problem = deprecationFault(deprecated) ?? fault;
    return problem ? [`${method} ${path}: ${problem}`] : [];
  });
  expect(faults).toEqual([]);
});

test('the document and the reference mark a call that ends', () => {
  const readOldRate = endpoint({
    method: 'GET',
    path: '/apix/data_customs/currencies/old/',
    group: 'Exchange rates',
    summary: 'Read a rate',
    description: 'Reads a rate.',
    permission: { key: 'customs' },
    work: 'none',
    responses: { 200: z.object({}) },
    deprecated: {
      since: '2026-12-01',
      sunset: '2027-07-01',
      instead: 'GET /apix/data_customs/currencies/',
    },
  });
  const info = { title: 'T', version: '1', description: 'D' };
  const document = createOpenApiDocument(
    { ...apiDescription, contracts: { customs: { readOldRate } } },
    { audience: 'customers', info, url: '/' },
  );
  const [operation] = listOperations(document as unknown as OpenApiDocument);
  expect(operation).toMatchObject({ deprecated: true });
  expect(listRules(operation!)[0]).toEqual([
    'Deprecated',
    'Since 1 Dec 2026. It may be gone from 1 Jul 2027 on. Use `GET /apix/data_customs/currencies/` instead.',
  ]);
});
