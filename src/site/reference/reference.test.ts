// The pages of the reference as a whole.
import { expect, test } from 'vitest';
import { errorEntries } from './call-errors.ts';
import { objectNames } from './objects.ts';
import { operations } from './operations.ts';
import { printReference } from './print-reference.ts';
import { referencePages, unknownCallPath } from './reference-pages.ts';

const origin = 'https://example.com';

test('it has the calls that customers can make, and no others', () => {
  const names = operations.map(({ operationId }) => operationId);
  expect(names).toEqual(
    expect.arrayContaining(['calculateVehicle', 'createApiKey', 'followTopics']),
  );
  for (const name of ['receiveWebhook', 'receiveMail', 'refundPayment', 'createLead'])
    expect(names).not.toContain(name);
  expect(operations.filter(({ apiPath }) => apiPath.startsWith('/apix/admin/'))).toEqual([]);
});

test('every page has an address, a title and a description of its own', () => {
  for (const list of [
    referencePages.map(({ path }) => path),
    referencePages.map(({ page }) => page.title),
    referencePages.map(({ page }) => page.description),
  ])
    expect(list.filter((one, at) => list.indexOf(one) !== at)).toEqual([]);
  const lengths = referencePages.map(({ page }) => page.description.length);
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(50);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(160);
});

test('every link of the reference leads to one of its pages', () => {
  const known = new Set(referencePages.map(({ path }) => path));
  const broken = referencePages.flatMap(({ path }) =>
    [
      ...Object.values(printReference(path, origin))
        .join('')
        .matchAll(/href="(\/docs\/api[^"#]*)/g),
    ]
      .map(([, link = '']) => link)
      .filter((link) => !known.has(link))
      .map((link) => `${path} -> ${link}`),
  );
  expect(broken).toEqual([]);
});

test('a page for unknown addresses shows nothing of the address', () => {
  const printed = printReference('/docs/api/no/such-call', origin);
  expect(printed).toEqual(printReference(unknownCallPath, origin));
  expect(Object.values(printed).join('')).toContain('/search');
});

test('objects with many fields have a page', () => {
  expect([...objectNames]).toEqual(expect.arrayContaining(['CustomsCalculation', 'Payment']));
});

test('the errors that any call may return are among the error codes', () => {
  const codes = errorEntries.map(({ code }) => code);
  expect(codes).toEqual(
    expect.arrayContaining(['api_key_expired', 'idempotency_conflict', 'busy']),
  );
  expect(new Set(codes).size).toBe(codes.length);
});
