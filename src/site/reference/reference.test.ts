// The pages of the reference as a whole.
import { expect, test } from 'vitest';
import { contentRoutes } from '../routes/content-routes.ts';
import { errorEntries, errorTexts } from './call-errors.ts';
import { objectNames } from './objects.ts';
import { openApiDocument } from './openapi-document.ts';
import { operations } from './operations.ts';
import { printReference } from './print-reference.ts';
import { referencePages, unknownCallPath, unknownErrorPath } from './reference-pages.ts';

const origin = 'https://example.com';
/** Fields that every error of a server has. */
const known = new Set(['request_id']);

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
        .matchAll(/href="(\/docs\/(?:api|errors)[^"#]*)/g),
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

test('each error code has a text, and each text a code', () => {
  expect(Object.keys(errorTexts)).toEqual(errorEntries.map(({ code }) => code));
});

test('texts of errors are sentences, and lead to pages of the documentation', () => {
  const guides = new Set(contentRoutes.map(({ path }) => path));
  const wrong = errorEntries.flatMap(({ code, text, data }) => [
    ...[text.means, ...text.causes, ...text.solutions]
      .filter((one) => !/^[A-Z`].*[.]$/.test(one))
      .map((one) => `${code}: ${one}`),
    ...(text.guide && !guides.has(text.guide) ? [`${code}: ${text.guide}`] : []),
    ...Object.keys(text.example ?? {})
      .filter((name) => !(name in (data.properties ?? {})))
      .map((name) => `${code}: no field ${name} for its example`),
    // What the advice names is in the body.
    ...[...text.solutions.join(' ').matchAll(/`([a-z]+_[a-z_]+)`/g)]
      .filter(([, name = '']) => !known.has(name) && !(name in (data.properties ?? {})))
      .map(([, name]) => `${code}: no field ${name}`),
  ]);
  expect(wrong).toEqual([]);
});

test('the page of an error has its body, its causes and its calls', () => {
  const { top, details } = printReference('/docs/errors/scope_missing', origin);
  expect(top).toContain('403 scope_missing');
  expect(details).toContain('&quot;required&quot;');
  expect(details).toContain('Likely causes');
  expect(details).toContain('href="/docs/api/customs"');
  expect(printReference('/docs/errors/rule_set_not_found', origin).details).toContain(
    'href="/docs/api/customs/calculate-vehicle"',
  );
});

test('the page of an event says when it is sent, and has its body, fields and headers', () => {
  const { top, details } = printReference('/docs/api/webhook-events/payment-completed', origin);
  expect(top).toContain('payment.completed</h1>');
  expect(details).toContain('Sent once for each payment');
  expect(details).toContain('&quot;type&quot;: &quot;payment.completed&quot;');
  expect(details).toMatch(
    /<b>pay_currency<\/b>.*<b>type<\/b>.*<b>sequence<\/b>.*<b>webhook-signature<\/b>/,
  );
  expect(details).toContain('npx weftline webhooks trigger payment.completed 4000');
});

test('the list of events has all of the document', () => {
  const { details } = printReference('/docs/api/webhook-events', origin);
  const listed = [...details.matchAll(/<dt><a href="[^"]+"><code>([^<]+)/g)].map(
    ([, type]) => type,
  );
  expect(listed).toEqual(Object.keys(openApiDocument.webhooks ?? {}));
});

test('an unknown error code leads to all codes, and shows nothing of the address', () => {
  const printed = printReference('/docs/errors/no-such-code', origin);
  expect(printed).toEqual(printReference(unknownErrorPath, origin));
  expect(printed.details).toContain('href="/docs/errors"');
});
