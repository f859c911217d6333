import { expect, test } from 'vitest';
import { deriveKey, deriveKeys, isSameSecret, parseSecrets } from './secrets.ts';

const secret = 'a secret of at least thirty-two characters';
const deriveBytes = (text: string, purpose: string) => deriveKey(text, purpose).export();

test('a key has 32 bytes and is the same in every process', () => {
  expect(deriveKey(secret, 'signed-urls').symmetricKeySize).toBe(32);
  expect(deriveBytes(secret, 'signed-urls')).toEqual(deriveBytes(secret, 'signed-urls'));
});

test('another purpose or secret results in another key', () => {
  expect(deriveBytes(secret, 'signed-urls')).not.toEqual(deriveBytes(secret, 'sessions'));
  expect(deriveBytes(secret, 'signed-urls')).not.toEqual(deriveBytes(`${secret}!`, 'signed-urls'));
});

test('every secret of a list has its key, in the same order', () => {
  const keys = deriveKeys([`${secret}!`, secret], 'signed-urls');
  expect(keys.map((key) => key.export())).toEqual([
    deriveBytes(`${secret}!`, 'signed-urls'),
    deriveBytes(secret, 'signed-urls'),
  ]);
});

test('secrets are separated by commas, and each must be long enough', () => {
  expect(parseSecrets(secret)).toEqual([secret]);
  expect(parseSecrets(` ${secret}! , ${secret},${secret}!\n`)).toEqual([`${secret}!`, secret]);
  for (const text of ['', 'short', `${secret},short`, `${secret},`, `,${secret}`])
    expect(parseSecrets(text)).toBeNull();
});

test('only equal texts are the same secret', () => {
  expect(isSameSecret('tokens', 'tokens')).toBe(true);
  expect(isSameSecret('tokens', 'Tokens')).toBe(false);
  expect(isSameSecret('', 'tokens')).toBe(false);
});
