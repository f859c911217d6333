import { expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import { deriveKeys } from '#kernel/secrets.ts';
import { createBounceAddress, parseBounceAddress } from './bounce-addresses.ts';

const createKeys = (...secrets: [string, ...string[]]) => deriveKeys(secrets, 'bounce-addresses');
const keys = createKeys('new');
const sending = { mailId: createId(), attempt: 1 };
const address = createBounceAddress(keys, sending, 'no-reply@site.example');

test('leads back to the attempt, in any case', () => {
  expect(address).toMatch(/^bounce\+[0-9a-f]{32}1\.[0-9a-f]{20}@site\.example$/);
  expect(parseBounceAddress(keys, address)).toEqual(sending);
  expect(parseBounceAddress(keys, address.toUpperCase())).toEqual(sending);
});

test('has a local part that every server accepts', () => {
  const last = createBounceAddress(keys, { ...sending, attempt: 9999 }, 'a@site.example');
  expect(last.indexOf('@')).toBeLessThanOrEqual(64);
});

test('is valid for one mail and one attempt', () => {
  const other = createId().replaceAll('-', '');
  const forged = [
    address.replace(/(?<=\+)[0-9a-f]{32}/, other),
    address.replace(/1\./, '2.'),
    address.replace(/\.[0-9a-f]{4}/, '.0000'),
    address.replace('bounce+', 'reply+'),
    'bounce+@site.example',
    'ann@site.example',
  ];
  for (const one of forged) expect(parseBounceAddress(keys, one)).toBeNull();
});

test('is valid while its secret is accepted', () => {
  const old = createBounceAddress(createKeys('old'), sending, 'a@site.example');
  expect(parseBounceAddress(createKeys('new', 'old'), old)).toEqual(sending);
  expect(parseBounceAddress(keys, old)).toBeNull();
});
