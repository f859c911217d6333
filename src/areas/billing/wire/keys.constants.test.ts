import { expect, test } from 'vitest';
import { hideKeys } from './keys.constants.ts';

test('a pasted key is searched for without its secret part', () => {
  const key = `sk_live_AbC1${'x'.repeat(30)}9Zq4`;
  expect(hideKeys(key)).toBe('sk_live_AbC1');
  expect(hideKeys(`key ${key}, please`)).toBe('key sk_live_AbC1, please');
  for (const search of ['sk_live_AbC1...9Zq4', 'sk_live_AbC1', 'sk_live', 'weaver'])
    expect(hideKeys(search)).toBe(search);
});
