import { expect, test } from 'vitest';
import { createUrlSigner, type SignedQuery } from './signed-urls.ts';

const config = { APP_SECRET: ['a secret of at least thirty-two characters'] as const };
const newer = 'a newer secret, also of thirty-two characters';
let now = new Date('2026-11-20T12:00:00Z');
const signer = createUrlSigner({ config, clock: { now: () => now } });

const target = { path: '/apix/payments/7/pdf/', objectId: '7' };
const readQuery = (url: string): SignedQuery =>
  Object.fromEntries(new URL(url, 'http://localhost').searchParams);
const at = (time: string) => {
  now = new Date(`2026-11-20T${time}Z`);
};

test('a signed URL expires after five minutes', () => {
  at('12:00:00');
  const query = readQuery(signer.signFileUrl(target));
  at('12:04:59');
  expect(signer.isSigned(target, query)).toBe(true);
  at('12:05:00');
  expect(signer.isSigned(target, query)).toBe(false);
});

test('a signed URL may have another expiry', () => {
  at('12:00:00');
  const expiresAt = new Date('2026-11-20T13:00:00Z');
  const query = readQuery(signer.signFileUrl({ ...target, expiresAt }));
  at('12:59:59');
  expect(signer.isSigned(target, query)).toBe(true);
  at('13:00:00');
  expect(signer.isSigned(target, query)).toBe(false);
});

test('a signed URL is valid for its path and object only', () => {
  at('12:00:00');
  const query = readQuery(signer.signFileUrl(target));
  expect(signer.isSigned({ ...target, path: '/apix/payments/8/pdf/' }, query)).toBe(false);
  expect(signer.isSigned({ ...target, objectId: '8' }, query)).toBe(false);
});

test('the query cannot be changed', () => {
  at('12:00:00');
  const query = readQuery(signer.signFileUrl({ ...target, fileName: 'receipt.pdf' }));
  expect(signer.isSigned(target, query)).toBe(true);
  expect(signer.isSigned(target, { ...query, name: 'virus.exe' })).toBe(false);
  expect(signer.isSigned(target, { ...query, expires: '9999999999' })).toBe(false);
  expect(signer.isSigned(target, { ...query, signature: 'x' })).toBe(false);
  expect(signer.isSigned(target, {})).toBe(false);
});

const createSigner = (...APP_SECRET: [string, ...string[]]) =>
  createUrlSigner({ config: { APP_SECRET }, clock: { now: () => now } });

test('a signature of another secret is refused', () => {
  at('12:00:00');
  const other = createSigner(newer);
  expect(signer.isSigned(target, readQuery(other.signFileUrl(target)))).toBe(false);
});

test('the first secret signs, and signatures of every listed one are valid', () => {
  at('12:00:00');
  const both = createSigner(newer, ...config.APP_SECRET);
  expect(both.isSigned(target, readQuery(signer.signFileUrl(target)))).toBe(true);
  expect(createSigner(newer).isSigned(target, readQuery(both.signFileUrl(target)))).toBe(true);
  expect(signer.isSigned(target, readQuery(both.signFileUrl(target)))).toBe(false);
});
