import { expect, test } from 'vitest';
import { isOverLimit } from './serialize-sub-users.ts';

const free = { traffic_limit_bytes: null, requests_limit: null };
const none = { price_per_gb: null, spend_limit: null };

test.each([
  [{ ...free, ...none }, 10n ** 15n, false],
  [{ ...free, price_per_gb: '2.5000', spend_limit: null }, 10n ** 15n, false],
  [{ ...free, price_per_gb: '2.5000', spend_limit: '0.01' }, 3_999_999n, false],
  [{ ...free, price_per_gb: '2.5000', spend_limit: '0.01' }, 4_000_000n, true],
  [{ ...free, ...none, traffic_limit_bytes: 5n }, 4n, false],
  [{ ...free, ...none, traffic_limit_bytes: 5n }, 5n, true],
])('with the limits %o, is %d bytes over them: %s', (limits, bytes, expected) => {
  expect(isOverLimit(limits, { requests: 9n, bytes })).toBe(expected);
});

test('requests have a limit of their own', () => {
  const row = { ...free, ...none, requests_limit: 3n };
  expect(isOverLimit(row, { requests: 2n, bytes: 0n })).toBe(false);
  expect(isOverLimit(row, { requests: 3n, bytes: 0n })).toBe(true);
});
