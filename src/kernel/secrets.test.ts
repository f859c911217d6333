import { expect, test } from 'vitest';
import { deriveKey, isSameSecret } from './secrets.ts';

const secret = 'a secret of at least thirty-two characters';

test('a key has 32 bytes and is the same in every process', () => {
  expect(deriveKey(secret, 'signed-urls')).toHaveLength(32);
  expect(deriveKey(secret, 'signed-urls')).toEqual(deriveKey(secret, 'signed-urls'));
});

test('another purpose or secret results in another key', () => {
  expect(deriveKey(secret, 'signed-urls')).not.toEqual(deriveKey(secret, 'sessions'));
  expect(deriveKey(secret, 'signed-urls')).not.toEqual(deriveKey(`${secret}!`, 'signed-urls'));
});

test('only equal texts are the same secret', () => {
  expect(isSameSecret('tokens', 'tokens')).toBe(true);
  expect(isSameSecret('tokens', 'Tokens')).toBe(false);
  expect(isSameSecret('', 'tokens')).toBe(false);
});
