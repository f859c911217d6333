import { expect, test } from 'vitest';
import { isTargetHost } from './target-hosts.ts';

test('target hosts', () => {
  const patterns = ['example.com', '*.shop.test'];
  expect(isTargetHost('example.com', patterns)).toBe(true);
  expect(isTargetHost('www.example.com', patterns)).toBe(false);
  expect(isTargetHost('shop.test', patterns)).toBe(true);
  expect(isTargetHost('a.b.shop.test', patterns)).toBe(true);
  expect(isTargetHost('evilshop.test', patterns)).toBe(false);
  expect(isTargetHost('example.com.evil.test', patterns)).toBe(false);
});
